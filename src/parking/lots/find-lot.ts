import { AppError, notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { asPosted } from '../../tariffs/offer-lot-rate.ts';
import { shownTo } from './availability-shown.ts';
import type { Lot } from './lot-columns.ts';

/** The text form of a lot id: any version of UUID. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** NOT_FOUND for what cannot be the id of a lot. */
export function checkLotId(lotId: string): void {
  if (!UUID.test(lotId)) throw notFound('lot');
}

/**
 * A lot of one mode with the database's clock. Errors: NOT_FOUND for an id that is unknown,
 * deleted, of the other mode or not a UUID, and for a lot that is not listed, unless it is
 * `ownerId`'s. It says where a merged lot went.
 */
export async function findLot(
  db: Querier,
  lotId: string,
  livemode: boolean,
  ownerId: string | null = null,
): Promise<Lot> {
  checkLotId(lotId);
  const [lot] = await db.query<Lot>('lots_find', { lotId, livemode, ownerId });
  if (lot === undefined) throw await missingLot(db, lotId, livemode);
  return { ...asPosted(lot, lot.now), availabilityShown: shownTo(lot, ownerId) };
}

/** The error for a lot that callers do not see: of a merged lot, with the lot that it is now. */
export async function missingLot(db: Querier, lotId: string, livemode: boolean): Promise<AppError> {
  const values = { lotId, livemode };
  const [merged] = await db.query<{ lotId: string }>('lots_find_merged', values);
  if (merged === undefined) return notFound('lot');
  return new AppError('NOT_FOUND', `this lot was merged into ${merged.lotId}`, {
    details: { reason: 'merged', merged_into: merged.lotId },
  });
}
