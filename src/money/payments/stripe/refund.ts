import type Stripe from 'stripe';
import type { IntentName, RefundOrder, RefundResult } from '../../../parking/payments/gateway.ts';
import type { RefundState } from '../../../parking/payments/processor-events.ts';
import { once } from './once.ts';
import { toStripe } from './stripe-amounts.ts';
import { refusalOf } from './stripe-errors.ts';
import { PAGE } from './stripe-lists.ts';

/**
 * Gives money back to the card, takes all of it from the payee, and gives the payee exactly
 * `feeMinor` of the fee back. Stripe would also give back a share of the fee by itself, but one
 * that it rounds for each refund alone: after several the sums would differ from our books.
 */
export async function refund(stripe: Stripe, order: RefundOrder): Promise<RefundResult> {
  const intent = await stripe.paymentIntents.retrieve(order.paymentIntentId, {
    expand: ['latest_charge'],
  });
  const result = await giveBack(stripe, order, { isPaidOn: Boolean(intent.transfer_data) });
  if (result.status === 'refunded') await giveFeeBack(stripe, order, feeOf(intent));
  return result;
}

async function giveBack(
  stripe: Stripe,
  { paymentIntentId, amountMinor, currency, idempotencyKey }: RefundOrder,
  { isPaidOn }: { isPaidOn: boolean },
): Promise<RefundResult> {
  const params: Stripe.RefundCreateParams = {
    payment_intent: paymentIntentId,
    amount: toStripe(amountMinor, currency),
    metadata: { refund_id: idempotencyKey },
    ...(isPaidOn && { reverse_transfer: true }),
  };
  return once<RefundResult>(
    idempotencyKey,
    async () => {
      for await (const made of stripe.refunds.list({ payment_intent: paymentIntentId, ...PAGE }))
        if (made.metadata?.refund_id === idempotencyKey) return resultOf(made);
      return undefined;
    },
    async (key) => {
      try {
        return resultOf(await stripe.refunds.create(params, { idempotencyKey: key }));
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === undefined) throw error;
        const { status, failureCode, failureMessage } = refusal;
        return { status, failureCode, failureMessage };
      }
    },
  );
}

/** What became of the refunds of an intent that were made here. */
export async function listRefunds(
  stripe: Stripe,
  { paymentIntentId }: Pick<IntentName, 'paymentIntentId'>,
): Promise<RefundState[]> {
  const states: RefundState[] = [];
  for await (const made of stripe.refunds.list({ payment_intent: paymentIntentId, ...PAGE })) {
    const refundId = made.metadata?.refund_id;
    const result = resultOf(made);
    const failureCode = result.status === 'failed' ? result.failureCode : null;
    if (refundId !== undefined) states.push({ refundId, failureCode });
  }
  return states;
}

function resultOf(made: Stripe.Refund): RefundResult {
  if (made.status !== 'failed' && made.status !== 'canceled') return { status: 'refunded' };
  return {
    status: 'failed',
    failureCode: made.failure_reason ?? 'refund_failed',
    failureMessage: 'the bank did not take the refund',
  };
}

async function giveFeeBack(
  stripe: Stripe,
  { feeMinor, currency, idempotencyKey }: RefundOrder,
  feeId: string | null,
): Promise<void> {
  if (feeMinor === 0 || feeId === null) return;
  const params = {
    amount: toStripe(feeMinor, currency),
    metadata: { refund_id: idempotencyKey },
  };
  await once(
    `${idempotencyKey}:fee`,
    async () => {
      for await (const made of stripe.applicationFees.listRefunds(feeId, PAGE))
        if (made.metadata?.refund_id === idempotencyKey) return made;
      return undefined;
    },
    (key) => stripe.applicationFees.createRefund(feeId, params, { idempotencyKey: key }),
  );
}

function feeOf({ latest_charge }: Stripe.PaymentIntent): string | null {
  const fee = typeof latest_charge === 'string' ? null : latest_charge?.application_fee;
  return typeof fee === 'string' ? fee : (fee?.id ?? null);
}
