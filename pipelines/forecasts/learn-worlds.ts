import type { Commons } from '../../src/forecast/fit-lot.ts';
import type { Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import type { RefreshContext } from '../step.ts';
import type { Calendars } from './calendars.ts';
import { learnCommons } from './commons.ts';
import { HISTORY_DAYS } from './histories.ts';
import type { Lot } from './lots.ts';

/** What was learnt of the lots of a world. */
type World = { commons: Commons; lotCount: number; learntAtMs: number; isOutdated: boolean };

/** What was learnt on a day (UTC). */
export type Learnt = { day: number; live?: World; test?: World };

/** To learn from fewer lots takes less than a second, so it is done at every occasion. */
const FEW_LOTS = 30;
/** Long imports bring older days with each refresh, and change little that many lots share. */
const RELEARN_MS = 600_000;

const learntBy = new WeakMap<Warehouse, Learnt>();

/** More became known of days that are over. */
export function outdateLearnt(warehouse: Warehouse): void {
  const { live, test } = learntBy.get(warehouse) ?? {};
  for (const world of [live, test]) if (world !== undefined) world.isOutdated = true;
}

/**
 * Learns what the lots of each world that has lots due have in common: once a day (UTC), and again
 * when more became known of days that are over.
 */
export async function learnWorlds(
  { db, warehouse, clock }: RefreshContext,
  due: readonly Lot[],
  today: number,
  calendars: Calendars,
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
    if (isGood(learnt[world]) || due.every((lot) => lot.livemode !== livemode)) continue;
    const lotIds = await warehouse.knownLots({ livemode, fromDay: span.firstDay });
    const lots = await db.query<Lot>('forecast_lots_find', { livemode, lot_ids: lotIds });
    const commons = await learnCommons(warehouse, lots, span, calendars);
    learnt[world] = { commons, lotCount: lots.length, learntAtMs: clock.now(), isOutdated: false };
  }
  return learnt;
}
