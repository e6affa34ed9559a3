import type Stripe from 'stripe';
import type { IncreaseResult, IntentAmount, Once } from '../../../parking/payments/gateway.ts';
import { once } from './once.ts';
import { fromStripe, toAuthorise } from './stripe-amounts.ts';
import { isCardRefusal, isKeySpent, isOtherStatus, refusalOf } from './stripe-errors.ts';

/**
 * Raises what is authorised. Cards, networks and accounts for which Stripe does not do this answer
 * `unsupported`.
 */
export async function increaseAuthorisation(
  stripe: Stripe,
  asked: Once & IntentAmount,
): Promise<IncreaseResult> {
  const amount = toAuthorise(asked.amountMinor, asked.currency);
  return once<IncreaseResult>(
    asked.idempotencyKey,
    async () => {
      const intent = await stripe.paymentIntents.retrieve(asked.paymentIntentId, {
        expand: ['latest_charge'],
      });
      return answered(intent, amount);
    },
    (key) => raise(stripe, asked.paymentIntentId, amount, key),
  );
}

/** The result where nothing is to be asked; undefined: the authorisation may be raised. */
function answered(intent: Stripe.PaymentIntent, amount: number): IncreaseResult | undefined {
  if (intent.status !== 'requires_capture')
    return {
      status: 'failed',
      failureCode: 'not_authorized',
      failureMessage: 'there is no authorisation to raise',
      isRetryable: false,
    };
  if (intent.amount_capturable >= amount) return authorised(intent);
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
  const { incremental_authorization } = charge?.payment_method_details?.card ?? {};
  return incremental_authorization?.status === 'available' ? undefined : { status: 'unsupported' };
}

async function raise(
  stripe: Stripe,
  paymentIntentId: string,
  amount: number,
  idempotencyKey: string,
): Promise<IncreaseResult> {
  try {
    const { paymentIntents } = stripe;
    const params = { amount };
    return authorised(
      await paymentIntents.incrementAuthorization(paymentIntentId, params, { idempotencyKey }),
    );
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined || isKeySpent(error) || isOtherStatus(error)) throw error;
    return isCardRefusal(error) ? refusal : { status: 'unsupported' };
  }
}

function authorised({ amount_capturable, currency }: Stripe.PaymentIntent): IncreaseResult {
  return { status: 'authorized', authorisedMinor: fromStripe(amount_capturable, currency) };
}
