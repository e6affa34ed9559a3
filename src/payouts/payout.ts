import { AppError } from '../errors.ts';
import type { Caller } from '../keys/caller.ts';
import { payoutId } from './payout-id.ts';

/**
 * A settlement that began before midnight belongs to the old month and may be committed in the new
 * one; a statement is given up long before this is over.
 */
const SETTLING_SECONDS = 3_600;

/**
 * What came in and went out, whole minor units: many large stays add up to more than a number
 * holds. The fee is what is left of it after what refunds gave back, so it and `netMinor` are
 * negative where refunds of earlier months outweigh the rest.
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
 * What one operator is due for one calendar month (UTC) in one currency in one world. The period is
 * [from, to); once `closed`, no amount changes any more.
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

/** Amounts as the queries that add them up return them: sums as text. */
export type AmountsRow = {
  session_count: number;
  gross_minor: string;
  platform_fee_minor: string;
  refunds_minor: string;
};

/** What the queries say of the month and of the time it is. */
export type PeriodRow = { from_at: Date; to_at: Date; currency: string; now: Date };

/** Whether a month that ended at `to` can still change at an instant. */
export function payoutStatus(to: Date, now: Date): Payout['status'] {
  return now.getTime() < to.getTime() + SETTLING_SECONDS * 1_000 ? 'open' : 'closed';
}

/** The payout of the caller's operator for a period, with the given amounts. */
export function toPayout(caller: Caller, row: PeriodRow, amounts: PayoutAmounts): Payout {
  const { operatorId, livemode } = caller;
  const { from_at: from, to_at: to, currency, now } = row;
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
  const grossMinor = BigInt(row.gross_minor);
  const platformFeeMinor = BigInt(row.platform_fee_minor);
  const refundsMinor = BigInt(row.refunds_minor);
  return {
    sessionCount: row.session_count,
    grossMinor,
    platformFeeMinor,
    refundsMinor,
    netMinor: grossMinor - platformFeeMinor - refundsMinor,
  };
}

/** FORBIDDEN for a fleet's key: it sees stays of its fleet only, a payout is its operator's. */
export function refuseFleet(caller: Caller): void {
  if (caller.fleetId !== null)
    throw new AppError('FORBIDDEN', "a fleet's key sees no payouts: they are its operator's");
}
