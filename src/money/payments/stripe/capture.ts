import type Stripe from 'stripe';
import type { Capture, CaptureFailure, CaptureResult } from '../../../parking/payments/gateway.ts';
import { cancelIntent } from './intents.ts';
import { once } from './once.ts';
import { fromStripe, isTooSmall, toStripe } from './stripe-amounts.ts';
import { isKeySpent, isOtherStatus, refusalOf } from './stripe-errors.ts';

/**
 * Takes what was asked for, at most what is authorised. Stripe captures an intent only once, and
 * the intent says so for ever; so does the answer.
 */
export async function capture(stripe: Stripe, asked: Capture): Promise<CaptureResult> {
  const { paymentIntentId } = asked;
  let intent: Stripe.PaymentIntent;
  return once<CaptureResult>(
    asked.idempotencyKey,
    async () => {
      intent = await stripe.paymentIntents.retrieve(paymentIntentId);
      return settled(stripe, asked, intent);
    },
    (key) => take(stripe, asked, intent, key),
  );
}

/** The result where nothing is left to take, or nothing can be; undefined: it can be captured. */
async function settled(
  stripe: Stripe,
  asked: Capture,
  intent: Stripe.PaymentIntent,
): Promise<CaptureResult | undefined> {
  if (intent.status === 'succeeded') return taken(intent);
  if (isTooSmall(amountOf(asked, intent), asked.currency)) return release(stripe, asked);
  if (intent.status === 'requires_capture') return undefined;
  if (intent.status !== 'canceled')
    return refused('not_authorized', 'the driver has not authorised the payment', true);
  return refused('authorization_over', 'the authorisation is over, or was canceled', false);
}

/** What is to be captured, in Stripe's units. */
function amountOf({ amountMinor, currency }: Capture, intent: Stripe.PaymentIntent): number {
  const amount = toStripe(amountMinor, currency);
  return intent.status === 'requires_capture' ? Math.min(amount, intent.amount_capturable) : amount;
}

async function release(stripe: Stripe, asked: Capture): Promise<CaptureResult> {
  const { paymentIntentId, idempotencyKey } = asked;
  const key = `${idempotencyKey}:cancel`;
  const { capturedMinor } = await cancelIntent(stripe, { paymentIntentId, idempotencyKey: key });
  return { status: 'captured', capturedMinor };
}

async function take(
  stripe: Stripe,
  asked: Capture,
  intent: Stripe.PaymentIntent,
  idempotencyKey: string,
): Promise<CaptureResult> {
  const { currency } = asked;
  const amount = amountOf(asked, intent);
  const fee = intent.transfer_data
    ? toStripe(asked.feeOf(fromStripe(amount, currency)), currency)
    : 0;
  const params: Stripe.PaymentIntentCaptureParams = {
    amount_to_capture: amount,
    ...(fee > 0 && { application_fee_amount: fee }),
  };
  try {
    return taken(await stripe.paymentIntents.capture(intent.id, params, { idempotencyKey }));
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined || isKeySpent(error) || isOtherStatus(error)) throw error;
    return refusal;
  }
}

function taken({ amount_received, currency }: Stripe.PaymentIntent): CaptureResult {
  return { status: 'captured', capturedMinor: fromStripe(amount_received, currency) };
}

function refused(
  failureCode: string,
  failureMessage: string,
  isRetryable: boolean,
): CaptureFailure {
  return { status: 'failed', failureCode, failureMessage, isRetryable };
}
