import type { SharedParameters } from '../../src/kit/forecast/fit-lot.ts';
import type { HistorySpan } from '../../src/kit/forecast/history/lot-history.ts';
import type { Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import type { RefreshContext } from '../step.ts';
import { HISTORY_DAYS } from './histories.ts';

/** What was learnt from how many lots of a mode. */
type Lesson = { sharedParameters: SharedParameters; lotCount: number };
type LearntMode = Lesson & { learntAtMs: number; isOutdated: boolean };

/** What was learnt on a day (UTC). */
export type Learnt = { day: number; live?: LearntMode; test?: LearntMode };

/** To learn from fewer lots takes less than a second, so it is done at every occasion. */
const FEW_LOTS = 30;
/** Long imports bring older days with each refresh, and change little that many lots share. */
const RELEARN_MS = 600_000;

type Asked = {
  /** In UTC, counted from 1970-01-01. */
  today: number;
  /** Whether anything of the live, or of the test, mode is to be forecast. */
  isNeeded(livemode: boolean): boolean;
  learn(livemode: boolean, span: HistorySpan): Promise<Lesson>;
};

/**
 * Keeps what was learnt of each mode: it is learnt once a day (UTC), and again when more became
 * known of days that are over.
 */
export function keepLearnt() {
  const learntBy = new WeakMap<Warehouse, Learnt>();
  return {
    /** More became known of days that are over. */
    outdate(warehouse: Warehouse): void {
      const { live, test } = learntBy.get(warehouse) ?? {};
      for (const mode of [live, test]) if (mode !== undefined) mode.isOutdated = true;
    },

    async learn(
      { warehouse, clock }: Pick<RefreshContext, 'warehouse' | 'clock'>,
      { today, isNeeded, learn }: Asked,
    ): Promise<Learnt> {
      const known = learntBy.get(warehouse);
      const learnt = known?.day === today ? known : { day: today };
      learntBy.set(warehouse, learnt);
      const isGood = (mode: LearntMode | undefined) =>
        mode !== undefined &&
        (!mode.isOutdated ||
          (mode.lotCount >= FEW_LOTS && clock.now() - mode.learntAtMs < RELEARN_MS));
      const span = {
        // Yesterday may not be over everywhere.
        firstDay: today - 1 - HISTORY_DAYS,
        days: HISTORY_DAYS,
        judgedBefore: HISTORY_DAYS,
        nowSecond: clock.now() / 1_000,
      };
      for (const [mode, livemode] of [
        ['live', true],
        ['test', false],
      ] as const) {
        if (isGood(learnt[mode]) || !isNeeded(livemode)) continue;
        const lesson = await learn(livemode, span);
        learnt[mode] = { ...lesson, learntAtMs: clock.now(), isOutdated: false };
      }
      return learnt;
    },
  };
}

export function sharedParametersOf(
  { livemode }: { livemode: boolean },
  { live, test }: Learnt,
): SharedParameters {
  const mode = livemode ? live : test;
  if (mode === undefined) throw new Error('nothing was learnt in the mode of a lot');
  return mode.sharedParameters;
}
