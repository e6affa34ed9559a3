import { notFound } from '../../../kit/errors.ts';
import type { Window } from '../../../kit/hours/opening-hours.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { asPosted } from '../../../tariffs/offer-lot-rate.ts';
import { findLot } from '../find-lot.ts';
import type { Lot } from '../lot-columns.ts';
import { periodOf } from './match/lot-period.ts';
import { type FoundLot, fullness, showLots } from './show-lots.ts';
import { type DescribeLots, readDescriptions } from './tiles/described-lots.ts';
import { readLots } from './tiles/read-lots.ts';

/**
 * One listed lot as a search at its own place would show it to the same caller (`ownerId`: whose
 * lots it sees in full): now, or in a window. A lot with the status `closed`, which no search
 * finds, is shown as closed. Errors: NOT_FOUND as `findLot`;
 * BAD_REQUEST naming `starts_at`.
 */
export async function lookUpLot(
  db: Querier,
  {
    lotId,
    livemode,
    window,
    ownerId,
  }: { lotId: string; livemode: boolean; window: Window | null; ownerId: string | null },
): Promise<FoundLot> {
  const lot = await findLot(db, lotId, livemode);
  const period = periodOf(window, lot.now);
  const [known] = await readLots(db, [lot.lotId], []);
  if (known === undefined) return asClosed(lot, period.window?.from ?? period.now, ownerId);
  const openIn = period.window ?? { from: period.now, to: period.now };
  const near = [{ lot: known, distanceM: 0, stayEnds: undefined }];
  const [found] = await showLots({ db, describe: readOnce(db) }, near, period, openIn, ownerId);
  if (found === undefined) throw notFound('lot');
  return found;
}

/** For a lot that is not kept. */
const readOnce =
  (db: Querier): DescribeLots =>
  async (lotIds) => {
    const read = await readDescriptions(db, lotIds);
    return lotIds.map((lotId) => read.get(lotId) ?? null);
  };

function asClosed(lot: Lot, at: Date, ownerId: string | null): FoundLot {
  // It was active when it was found, so it has been deleted or changed since.
  if (lot.status === 'active') throw notFound('lot');
  return {
    ...asPosted(lot, at),
    distanceM: 0,
    openState: 'closed',
    ...fullness(lot, ownerId, { occupied: lot.occupiedSpaces, reported: null, now: lot.now }),
    kept: null,
  };
}
