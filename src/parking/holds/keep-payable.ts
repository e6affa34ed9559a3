import type { Principal } from '../../access/principals/principal.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import { isOwed, operatorNotPayable } from '../payments/payee-of-stay.ts';

export type PayableDeps = { db: Querier; payments: Pick<PaymentGateway, 'processor'> };

/**
 * Those offers that cost nothing, or whose lots' operators can be paid: on others no stay could
 * begin. It is decided again when one does. CONFLICT operator_not_payable where none is left.
 */
export async function keepPayable<T>(
  { db, payments }: PayableDeps,
  { livemode }: Pick<Principal, 'livemode'>,
  offers: readonly T[],
  toOffer: (offer: T) => { lotId: string; amountMinor: number },
): Promise<T[]> {
  const owed = offers.map(toOffer).filter((offer) => isOwed(payments, { livemode, ...offer }));
  if (owed.length === 0) return [...offers];
  const lotIds = [...new Set(owed.map(({ lotId }) => lotId))];
  const rows = await db.query<{ lotId: string }>('lots_list_unpayable', { lotIds });
  const unpayable = new Set(rows.map(({ lotId }) => lotId));
  const kept = offers.filter((offer) => !unpayable.has(toOffer(offer).lotId));
  if (kept.length === 0) throw operatorNotPayable();
  return kept;
}
