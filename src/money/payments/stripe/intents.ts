import type Stripe from 'stripe';
import type {
  IntentName,
  IntentState,
  NewIntent,
  Once,
} from '../../../parking/payments/gateway.ts';
import { once } from './once.ts';
import { fromStripe, toAuthorise } from './stripe-amounts.ts';

/** Asks for an authorisation that the driver confirms with the client secret. */
export async function createIntent(stripe: Stripe, intent: NewIntent): Promise<IntentState> {
  const { currency, payee, sessionId } = intent;
  const asked: Stripe.PaymentIntentCreateParams = {
    amount: toAuthorise(intent.amountMinor, currency),
    currency,
    capture_method: 'manual',
    allowed_payment_method_types: ['card'],
    payment_method_options: { card: { request_incremental_authorization: 'if_available' } },
    metadata: { session_id: sessionId },
    ...(payee !== null && { transfer_data: { destination: payee } }),
  };
  return once(
    intent.idempotencyKey,
    async () => undefined,
    async (key) => stateOf(await stripe.paymentIntents.create(asked, { idempotencyKey: key })),
  );
}

export async function readIntent(stripe: Stripe, intent: IntentName): Promise<IntentState> {
  return stateOf(await stripe.paymentIntents.retrieve(intent.paymentIntentId));
}

export async function cancelIntent(
  stripe: Stripe,
  { paymentIntentId, idempotencyKey }: Once & Pick<IntentName, 'paymentIntentId'>,
): Promise<IntentState> {
  const { paymentIntents } = stripe;
  return once(
    idempotencyKey,
    async () => {
      const intent = await paymentIntents.retrieve(paymentIntentId);
      return intent.status === 'canceled' || intent.status === 'succeeded'
        ? stateOf(intent)
        : undefined;
    },
    async (key) =>
      stateOf(await paymentIntents.cancel(paymentIntentId, {}, { idempotencyKey: key })),
  );
}

function stateOf(intent: Stripe.PaymentIntent): IntentState {
  const { currency } = intent;
  const status = statusOf(intent);
  const isCaptured = status === 'captured';
  return {
    paymentIntentId: intent.id,
    status,
    clientSecret: status === 'requires_authorization' ? intent.client_secret : null,
    authorisedMinor: status === 'authorized' ? fromStripe(intent.amount_capturable, currency) : 0,
    capturedMinor: isCaptured ? fromStripe(intent.amount_received, currency) : 0,
  };
}

function statusOf({ status }: Stripe.PaymentIntent): IntentState['status'] {
  switch (status) {
    case 'requires_capture':
      return 'authorized';
    case 'succeeded':
      return 'captured';
    case 'canceled':
      return 'canceled';
    default:
      return 'requires_authorization';
  }
}
