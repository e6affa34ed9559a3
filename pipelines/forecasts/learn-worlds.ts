import type { Commons } from '../../src/forecast/fit-lot.ts';
import type { Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import type { RefreshContext } from '../step.ts';
import type { Calendars } from './calendars.ts';
import { learnCommons } from './commons.ts';
import { HISTORY_DAYS } from './histories.ts';
import type { Lot } from './lots.ts';

/** What was learnt of the lots of each world on a day (UTC). */
export type Learnt = { day: number; live?: Commons; test?: Commons };

const learntBy = new WeakMap<Warehouse, Learnt>();

/** More became known of days that are over, so it is learnt again. */
export function forgetLearnt(warehouse: Warehouse): void {
  learntBy.delete(warehouse);
}

/** Once a day (UTC) for each world that has lots due. */
export async function learnWorlds(
  { db, warehouse, clock }: RefreshContext,
  due: readonly Lot[],
  today: number,
  calendars: Calendars,
): Promise<Learnt> {
  const known = learntBy.get(warehouse);
  const learnt = known?.day === today ? known : { day: today };
  learntBy.set(warehouse, learnt);
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
    if (learnt[world] !== undefined || due.every((lot) => lot.livemode !== livemode)) continue;
    const lotIds = await warehouse.knownLots({ livemode, fromDay: span.firstDay });
    const lots = await db.query<Lot>('forecast_lots_find', { livemode, lot_ids: lotIds });
    learnt[world] = await learnCommons(warehouse, lots, span, calendars);
  }
  return learnt;
}
