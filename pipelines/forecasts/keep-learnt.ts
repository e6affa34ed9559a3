import type { Commons } from '../../src/kit/forecast/fit-lot.ts';
import type { HistorySpan } from '../../src/kit/forecast/history/lot-history.ts';
import type { Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import type { RefreshContext } from '../step.ts';
import { HISTORY_DAYS } from './histories.ts';

/** What was learnt from how many lots of a world. */
type Lesson = { commons: Commons; lotCount: number };
type World = Lesson & { learntAtMs: number; isOutdated: boolean };

/** What was learnt on a day (UTC). */
export type Learnt = { day: number; live?: World; test?: World };

/** To learn from fewer lots takes less than a second, so it is done at every occasion. */
const FEW_LOTS = 30;
/** Long imports bring older days with each refresh, and change little that many lots share. */
const RELEARN_MS = 600_000;

type Asked = {
  /** Of the world's clock, counted from 1970-01-01. */
  today: number;
  /** Whether anything of the live, or of the test, world is to be forecast. */
  isNeeded(livemode: boolean): boolean;
  learn(livemode: boolean, span: HistorySpan): Promise<Lesson>;
};

/**
 * Keeps what was learnt of each world: it is learnt once a day (UTC), and again when more became
 * known of days that are over.
 */
export function keepLearnt() {
  const learntBy = new WeakMap<Warehouse, Learnt>();
  return {
    /** More became known of days that are over. */
    outdate(warehouse: Warehouse): void {
      const { live, test } = learntBy.get(warehouse) ?? {};
      for (const world of [live, test]) if (world !== undefined) world.isOutdated = true;
    },

    async learn(
      { warehouse, clock }: Pick<RefreshContext, 'warehouse' | 'clock'>,
      { today, isNeeded, learn }: Asked,
    ): Promise<Learnt> {
      const known = learntBy.get(warehouse);
      const learnt = known?.day === today ? known : { day: today };
      learntBy.set(warehouse, learnt);
      const isGood = (world: World | undefined) =>
        world !== undefined &&
        (!world.isOutdated ||
          (world.lotCount >= FEW_LOTS && clock.now() - world.learntAtMs < RELEARN_MS));
      const span = {
        // Yesterday may not be over everywhere.
        firstDay: today - 1 - HISTORY_DAYS,
        days: HISTORY_DAYS,
        judgedBefore: HISTORY_DAYS,
        nowSecond: clock.now() / 1_000,
      };
      for (const [world, livemode] of [
        ['live', true],
        ['test', false],
      ] as const) {
        if (isGood(learnt[world]) || !isNeeded(livemode)) continue;
        const lesson = await learn(livemode, span);
        learnt[world] = { ...lesson, learntAtMs: clock.now(), isOutdated: false };
      }
      return learnt;
    },
  };
}

export function commonsOf({ livemode }: { livemode: boolean }, { live, test }: Learnt): Commons {
  const world = livemode ? live : test;
  if (world === undefined) throw new Error('nothing was learnt in the mode of a lot');
  return world.commons;
}
