import type { Principal } from '../../access/principals/principal.ts';
import { conflict } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { refuseUnsold } from '../../tariffs/for-sale.ts';
import { offerLotRate } from '../../tariffs/offer-lot-rate.ts';
import { isBeyondShare } from '../holds/is-beyond-share.ts';
import { limitReached } from '../holds/place-holds.ts';
import { capacityUnknown } from '../lots/capacity-unknown.ts';
import { checkOpen, lotClosed } from '../lots/check-open.ts';
import { findLot } from '../lots/find-lot.ts';
import { checkMaxStay } from '../lots/max-stay.ts';
import { type Lease, presenceOf, priceIn } from './lease.ts';

/**
 * The one lot to which vehicles are sent. Errors: NOT_FOUND (lot), CONFLICT closed |
 * capacity_unknown | max_stay | no_rate | not_for_sale | hold_limit_lot.
 */
export async function findOpenLot(
  db: Querier,
  caller: Principal,
  lotId: string,
  lease: Lease,
  vehicleCount: number,
) {
  const lot = await findLot(db, lotId, caller.livemode);
  if (lot.status === 'closed') throw lotClosed();
  if (lot.totalSpaces === null) throw capacityUnknown();
  checkMaxStay(lot, presenceOf(lease));
  await checkOpen(lot, presenceOf(lease));
  const rate = offerLotRate(lot, lease.startsAt);
  if (rate === undefined) throw conflict('no_rate', 'the lot has no posted rate');
  refuseUnsold(priceIn(rate, lease));
  if (await isBeyondShare(db, caller, lot, vehicleCount)) throw limitReached('lot_limit');
  return { ...lot, freeSpaces: vehicleCount };
}
