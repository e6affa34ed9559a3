import type { Principal } from '../../access/principals/principal.ts';
import { payoutId } from './payout-id.ts';

/**
 * How long after its end a month stays open. A settlement that began before midnight belongs to the
 * old month but may be committed in the new one; no statement runs this long.
 */
export const SETTLING_SECONDS = 3_600;

/**
 * What came in and went out, in whole minor units, as bigint because many large stays can exceed a
 * number. The fee is what remains of it after refunds gave parts back, so the fee and `netMinor`
 * are negative when refunds of stays of earlier months exceed the rest.
 */
export type PayoutAmounts = {
  /** Stays whose money was captured. */
  sessionCount: number;
  grossMinor: bigint;
  platformFeeMinor: bigint;
  refundsMinor: bigint;
  /** Gross - fee - refunds. */
  netMinor: bigint;
};

/**
 * What one operator is due for one calendar month (UTC) in one currency in one mode. The period is
 * [from, to); once `closed`, no amount changes.
 */
export type Payout = PayoutAmounts & {
  payoutId: string;
  period: { from: Date; to: Date };
  status: 'open' | 'closed';
  currency: string;
  livemode: boolean;
};

/** The amounts of one lot. */
export type PayoutLine = PayoutAmounts & { lotId: string; lotName: string };

/** Amounts as the queries return them: sums are text. */
export type AmountsRow = {
  sessionCount: number;
  grossMinor: string;
  platformFeeMinor: string;
  refundsMinor: string;
};

/** The month, the currency and the database's time, as the queries return them. */
export type PeriodRow = { fromAt: Date; toAt: Date; currency: string; now: Date };

/** Whether a month that ended at `to` can still change at an instant. */
export function payoutStatus(to: Date, now: Date): Payout['status'] {
  return now.getTime() < to.getTime() + SETTLING_SECONDS * 1_000 ? 'open' : 'closed';
}

/** The payout of the caller's operator for a period, with the given amounts. */
export function toPayout(caller: Principal, row: PeriodRow, amounts: PayoutAmounts): Payout {
  const { operatorId, livemode } = caller;
  const { fromAt: from, toAt: to, currency, now } = row;
  return {
    payoutId: payoutId({ operatorId, livemode, currency, from }),
    period: { from, to },
    status: payoutStatus(to, now),
    currency,
    livemode,
    ...amounts,
  };
}

export function toAmounts(row: AmountsRow): PayoutAmounts {
  const grossMinor = BigInt(row.grossMinor);
  const platformFeeMinor = BigInt(row.platformFeeMinor);
  const refundsMinor = BigInt(row.refundsMinor);
  return {
    sessionCount: row.sessionCount,
    grossMinor,
    platformFeeMinor,
    refundsMinor,
    netMinor: grossMinor - platformFeeMinor - refundsMinor,
  };
}
