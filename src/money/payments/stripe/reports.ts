import type Stripe from 'stripe';
import type {
  DisputeState,
  PayoutName,
  PayoutState,
} from '../../../parking/payments/processor-events.ts';
import { fromStripe } from './stripe-amounts.ts';
import { isMissing } from './stripe-errors.ts';
import { instantOf } from './stripe-lists.ts';

const CLOSED: readonly string[] = ['won', 'lost', 'warning_closed', 'prevented'];

/** undefined: Stripe has no such dispute. */
export async function findDispute(
  stripe: Stripe,
  disputeId: string,
): Promise<DisputeState | undefined> {
  const dispute = await stripe.disputes.retrieve(disputeId).catch(missing);
  if (dispute === undefined) return undefined;
  const { payment_intent: intent, amount, currency, reason, status, created } = dispute;
  return {
    paymentIntentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    amountMinor: fromStripe(amount, currency),
    currency,
    reason,
    status,
    isClosed: CLOSED.includes(status),
    openedAt: instantOf(created),
  };
}

/** undefined: Stripe has no such payout. */
export async function findPayout(
  stripe: Stripe,
  { payoutId, accountId }: PayoutName,
): Promise<PayoutState | undefined> {
  const of = accountId === null ? {} : { stripeAccount: accountId };
  const payout = await stripe.payouts.retrieve(payoutId, {}, of).catch(missing);
  if (payout === undefined) return undefined;
  const { amount, currency, status, failure_code, created, arrival_date } = payout;
  return {
    amountMinor: fromStripe(amount, currency),
    currency,
    status,
    failureCode: failure_code,
    createdAt: instantOf(created),
    arrivesAt: instantOf(arrival_date),
  };
}

function missing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
