import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import {
  type AmountsRow,
  type Payout,
  type PayoutAmounts,
  type PayoutLine,
  type PeriodRow,
  toAmounts,
  toPayout,
} from './payout.ts';
import { monthOf, payoutId } from './payout-id.ts';

type LineRow = AmountsRow & PeriodRow & { lotId: string; lotName: string };

const NOTHING: PayoutAmounts = {
  sessionCount: 0,
  grossMinor: 0n,
  platformFeeMinor: 0n,
  refundsMinor: 0n,
  netMinor: 0n,
};

/**
 * One payout of the caller's operator with a line for each lot that had any movement, by lot id.
 * The lines add up to the payout's amounts. Errors: NOT_FOUND, also for payouts of another operator
 * or the other mode; FORBIDDEN for a fleet's key.
 */
export async function findPayout(
  db: Querier,
  caller: Principal,
  id: string,
): Promise<Payout & { lines: PayoutLine[] }> {
  refuseFleet(caller, 'payouts');
  const from = monthOf(id);
  if (from === undefined) throw notFound('payout');
  const { operatorId, livemode } = caller;
  const rows = await db.query<LineRow>('payouts_find', {
    operatorId,
    livemode,
    fromAt: from,
  });
  // The rows are of all currencies of the month; the id names one of them.
  const [first, ...others] = rows.filter(
    ({ currency }) => payoutId({ operatorId, livemode, currency, from }) === id,
  );
  if (first === undefined) throw notFound('payout');
  const lines = [first, ...others].map((row) => ({
    lotId: row.lotId,
    lotName: row.lotName,
    ...toAmounts(row),
  }));
  return { ...toPayout(caller, first, lines.reduce<PayoutAmounts>(add, NOTHING)), lines };
}

function add(a: PayoutAmounts, b: PayoutAmounts): PayoutAmounts {
  return {
    sessionCount: a.sessionCount + b.sessionCount,
    grossMinor: a.grossMinor + b.grossMinor,
    platformFeeMinor: a.platformFeeMinor + b.platformFeeMinor,
    refundsMinor: a.refundsMinor + b.refundsMinor,
    netMinor: a.netMinor + b.netMinor,
  };
}
