import type { Caller } from '../../access/keys/caller.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { PricedLot } from '../../tariffs/offer-lot-rate.ts';

/**
 * Whether so many spaces are more than the caller may hold of a lot that does not show how many are
 * free. To be asked before they are claimed: otherwise a claim that no limit allows would be
 * refused for one reason while they are free, and for another while they are not.
 */
export async function isBeyondShare(
  db: Querier,
  caller: Caller,
  lot: Pick<PricedLot, 'availability_shown'> & { lot_id: string },
  spaceCount: number,
): Promise<boolean> {
  if (lot.availability_shown === 'exact') return false;
  const [holdable] = await db.query<{ space_count: number }>('lot_find_holdable', {
    lot_id: lot.lot_id,
    operator_id: caller.operatorId,
  });
  return holdable !== undefined && spaceCount > holdable.space_count;
}
