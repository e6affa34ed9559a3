import type { IntentState, NewIntent, PaymentGateway } from '../../../parking/payments/gateway.ts';

// Stripe authorises no payment of nothing. A stay that is estimated at nothing gets an intent that
// only we know: authorised at once, for nothing.

const PREFIX = 'free_';

export function isFree({ paymentIntentId }: { paymentIntentId: string }): boolean {
  return paymentIntentId.startsWith(PREFIX);
}

export function freeIntent({ sessionId }: Pick<NewIntent, 'sessionId'>): IntentState {
  return stateOf(`${PREFIX}${sessionId}`);
}

/** Nothing can be taken with such an intent, and none of it given back. */
export const FREE_GATEWAY: Pick<
  PaymentGateway,
  'readIntent' | 'increaseAuthorisation' | 'cancelIntent' | 'capture' | 'refund'
> = {
  readIntent: async ({ paymentIntentId }) => stateOf(paymentIntentId),
  increaseAuthorisation: async () => ({ status: 'unsupported' }),
  cancelIntent: async ({ paymentIntentId }) => ({
    ...stateOf(paymentIntentId),
    status: 'canceled',
  }),
  capture: async () => ({ status: 'captured', capturedMinor: 0 }),
  refund: async () => ({
    status: 'failed',
    failureCode: 'nothing_captured',
    failureMessage: 'the stay was free',
  }),
};

function stateOf(paymentIntentId: string): IntentState {
  return {
    paymentIntentId,
    status: 'authorized',
    clientSecret: null,
    authorisedMinor: 0,
    capturedMinor: 0,
  };
}
