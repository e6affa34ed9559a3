import { createHash } from 'node:crypto';
import type { Querier } from '../stores/postgres.ts';
import type { PaymentGateway } from './gateway.ts';

/**
 * A processor that moves no money: the default where no real one is configured. Intents are derived
 * from the idempotency key, so a repeated call finds the same one; captures are kept in the ledger
 * table `simulated_captures`, once per intent. Its client secrets authorise nothing.
 */
export function createSimulatedGateway(db: Querier): PaymentGateway {
  return {
    async createIntent(intent) {
      const paymentIntentId = `pi_sim_${digest(intent.idempotencyKey).slice(0, 32)}`;
      return { paymentIntentId, clientSecret: secretOf(paymentIntentId) };
    },
    async clientSecret(paymentIntentId) {
      return secretOf(paymentIntentId);
    },
    async cancelIntent() {
      // An intent that was never captured leaves no trace in the ledger: nothing to undo.
    },
    async capture(capture) {
      await db.query('simulated_captures_insert', {
        payment_intent_id: capture.paymentIntentId,
        amount_minor: capture.amountMinor,
        currency: capture.currency,
      });
      return { status: 'captured' };
    },
    async refund(refund) {
      await db.query('simulated_refunds_insert', {
        refund_key: refund.idempotencyKey,
        payment_intent_id: refund.paymentIntentId,
        amount_minor: refund.amountMinor,
      });
      return { status: 'refunded' };
    },
  };
}

function secretOf(paymentIntentId: string): string {
  return `${paymentIntentId}_secret_${digest(`secret of ${paymentIntentId}`).slice(0, 24)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
