import { notFound } from '../errors.ts';
import { asPosted } from '../pricing/offer-lot-rate.ts';
import type { Querier } from '../stores/postgres.ts';
import type { Lot } from './lot.ts';

/** A lot id as it is written: any version of UUID. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A lot of one world with the database's clock. Errors: NOT_FOUND for an id that is unknown,
 * deleted, of the other world, no id at all, or that of a lot which is not listed, unless it is
 * `ownerId`'s.
 */
export async function findLot(
  db: Querier,
  lotId: string,
  livemode: boolean,
  ownerId: string | null = null,
): Promise<Lot> {
  if (!UUID.test(lotId)) throw notFound('lot');
  const [lot] = await db.query<Lot>('lots_find', { lot_id: lotId, livemode, owner_id: ownerId });
  if (lot === undefined) throw notFound('lot');
  return asPosted(lot, lot.now);
}
