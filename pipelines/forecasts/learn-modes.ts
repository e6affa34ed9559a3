import type { RefreshContext } from '../step.ts';
import type { Calendars } from './calendars.ts';
import { keepLearnt, type Learnt } from './keep-learnt.ts';
import type { Lot } from './lots.ts';
import { learnSharedParameters } from './shared-parameters.ts';

const kept = keepLearnt();

/** More became known of days of lots that are over. */
export const outdateLearnt = kept.outdate;

/** Learns what the lots of each mode that has lots due have in common. */
export function learnModes(
  context: RefreshContext,
  due: readonly Lot[],
  today: number,
  calendars: Calendars,
): Promise<Learnt> {
  const { db, warehouse } = context;
  return kept.learn(context, {
    today,
    isNeeded: (livemode) => due.some((lot) => lot.livemode === livemode),
    async learn(livemode, span) {
      const lotIds = await warehouse.knownLots({ livemode, fromDay: span.firstDay });
      const lots = await db.query<Lot>('forecast_lots_find', { livemode, lotIds });
      const sharedParameters = await learnSharedParameters(warehouse, lots, span, calendars);
      return { sharedParameters, lotCount: lots.length };
    },
  });
}
