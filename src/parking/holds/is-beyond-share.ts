import type { Principal } from '../../access/principals/principal.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { PricedLot } from '../../tariffs/offer-lot-rate.ts';

/**
 * Whether so many spaces are more than the caller may hold of a lot that does not show how many are
 * free. To be asked before they are claimed: otherwise a claim that no limit allows would be
 * refused for one reason while they are free, and for another while they are not.
 */
export async function isBeyondShare(
  db: Querier,
  caller: Principal,
  lot: Pick<PricedLot, 'availabilityShown'> & { lotId: string },
  spaceCount: number,
): Promise<boolean> {
  if (lot.availabilityShown === 'exact') return false;
  const [holdable] = await db.query<{ spaceCount: number }>('lot_find_holdable', {
    lotId: lot.lotId,
    operatorId: caller.operatorId,
  });
  return holdable !== undefined && spaceCount > holdable.spaceCount;
}
