import type Stripe from 'stripe';
import type { PayBack } from '../../../parking/payments/processor-books.ts';
import { once } from './once.ts';
import { toStripe } from './stripe-amounts.ts';
import { PAGE } from './stripe-lists.ts';

/**
 * A refund that came back stays in the platform's balance: Stripe has no other way to undo that it
 * was taken from an account than a transfer. Its group names the refund, so that it is found again.
 */
export async function payBack(stripe: Stripe, order: PayBack): Promise<void> {
  const { refundId, payee, amountMinor, currency } = order;
  const params: Stripe.TransferCreateParams = {
    amount: toStripe(amountMinor, currency),
    currency,
    destination: payee,
    transfer_group: refundId,
    metadata: { refund_id: refundId },
  };
  await once(
    `${refundId}:back`,
    async () => {
      for await (const made of stripe.transfers.list({ transfer_group: refundId, ...PAGE }))
        if (made.metadata.refund_id === refundId) return made;
      return undefined;
    },
    (key) => stripe.transfers.create(params, { idempotencyKey: key }),
  );
}
