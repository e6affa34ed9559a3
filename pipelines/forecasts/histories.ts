import {
  buildHistory,
  type HistorySpan,
  type LotHistory,
} from '../../src/kit/forecast/history/lot-history.ts';
import type { Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import type { Lot } from './lots.ts';

/** Of more than a year, so that a month can be compared with the same month of the year before. */
export const HISTORY_DAYS = 400;

/** What is needed of a lot; its days are by the clocks of `timezone`. */
type PastLot = Pick<Lot, 'lotId' | 'timezone' | 'totalSpaces' | 'currency'>;

/** Reads what the warehouse knows of lots on the days of `spanOf`. */
export async function readHistories<L extends PastLot>(
  warehouse: Warehouse,
  lots: readonly L[],
  spanOf: (lot: L) => HistorySpan,
): Promise<Map<string, LotHistory>> {
  if (lots.length === 0) return new Map();
  const builders = new Map(
    lots.map((lot) => [
      lot.lotId,
      buildHistory(
        { timezone: lot.timezone, spaces: lot.totalSpaces, currency: lot.currency },
        spanOf(lot),
      ),
    ]),
  );
  // A day earlier, because the first local day may begin on the day before in UTC.
  const fromDay = Math.min(...lots.map((lot) => spanOf(lot).firstDay)) - 1;
  await warehouse.history(
    { lotIds: [...builders.keys()], fromDay },
    {
      onCounts: (day) => builders.get(day.lotId)?.onCounts(day),
      onUse: (day) => builders.get(day.lotId)?.onUse(day),
      onOpenStay: (stay) => builders.get(stay.lotId)?.onOpenStay(stay),
    },
  );
  return new Map([...builders].map(([lotId, builder]) => [lotId, builder.finish()]));
}
