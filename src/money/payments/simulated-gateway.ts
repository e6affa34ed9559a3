import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../kit/errors.ts';
import type { PaymentGateway } from '../../parking/payments/gateway.ts';
import { REHEARSALS, type Rehearsal } from '../../parking/payments/rehearsals.ts';
import type { Querier } from '../../stores/postgres.ts';

/** How long `SIMSLOW5` takes; no connection and no lock is held meanwhile. */
const SLOW_MS = 5_000;

const REFUSED = {
  status: 'failed',
  failureCode: 'card_declined',
  failureMessage: 'refused, as the plate asks for',
} as const;

/**
 * A processor that moves no money: the default while no real one is configured. Intents are derived
 * from the idempotency key, so a repeated call returns the same one, and they name what is
 * rehearsed with them. Captures are stored in the ledger table `simulated_captures`, once per
 * intent. Its client secrets authorise nothing.
 */
export function createSimulatedGateway(
  db: Querier,
  wait: (ms: number) => Promise<unknown> = sleep,
): PaymentGateway {
  /** The outcome of this attempt: `X` fails every time, `1` only the first time. */
  async function rehearse(step: 'capture' | 'refund', intentId: string) {
    const rehearsal = rehearsalIn(intentId);
    if (rehearsal === undefined) return 'done';
    if (rehearsal === 'SIMSLOW5') await wait(SLOW_MS);
    const isDown = rehearsal.startsWith('SIMDOWN');
    const isRefused = rehearsal.startsWith(step === 'capture' ? 'SIMCAPT' : 'SIMREFU');
    if (!isDown && !isRefused) return 'done';
    if (rehearsal.endsWith('1') && !(await isFirst(`${intentId}:${step}`))) return 'done';
    if (isDown) throw outOfReach();
    return 'refused';
  }

  async function isFirst(attempt: string): Promise<boolean> {
    return (await db.query('simulated_attempts_insert', { attempt })).length > 0;
  }

  return {
    async createIntent({ idempotencyKey, rehearsal }) {
      if (rehearsal === 'SIMINITX') throw outOfReach();
      const plain = `pi_sim_${digest(idempotencyKey).slice(0, 32)}`;
      const paymentIntentId = rehearsal === null ? plain : `${plain}_${rehearsal.toLowerCase()}`;
      return { paymentIntentId, clientSecret: secretOf(paymentIntentId) };
    },
    async clientSecret(paymentIntentId) {
      return secretOf(paymentIntentId);
    },
    async cancelIntent() {
      // An intent that was never captured is in no ledger, so there is nothing to undo.
    },
    async capture({ paymentIntentId, amountMinor, currency }) {
      if ((await rehearse('capture', paymentIntentId)) === 'refused')
        return { ...REFUSED, isRetryable: true };
      await db.query('simulated_captures_insert', {
        paymentIntentId,
        amountMinor,
        currency,
      });
      return { status: 'captured' };
    },
    async refund({ paymentIntentId, amountMinor, idempotencyKey }) {
      if ((await rehearse('refund', paymentIntentId)) === 'refused') return REFUSED;
      await db.query('simulated_refunds_insert', {
        refundKey: idempotencyKey,
        paymentIntentId,
        amountMinor,
      });
      return { status: 'refunded' };
    },
  };
}

function rehearsalIn(paymentIntentId: string): Rehearsal | undefined {
  const ending = paymentIntentId.split('_')[3]?.toUpperCase();
  return REHEARSALS.find((prefix) => prefix === ending);
}

function outOfReach(): AppError {
  return new AppError('BAD_GATEWAY', 'the payment processor cannot be reached', {
    details: { reason: 'processor_down' },
  });
}

function secretOf(paymentIntentId: string): string {
  return `${paymentIntentId}_secret_${digest(`secret of ${paymentIntentId}`).slice(0, 24)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
