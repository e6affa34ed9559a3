import { createHash } from 'node:crypto';
import type { NewIntent } from '../../parking/payments/gateway.ts';
import { REHEARSALS, type Rehearsal } from '../../parking/payments/rehearsals.ts';

/**
 * The id of a simulated intent, derived from its key and with all that has to be known of it, so
 * that nothing is stored until it is captured: `pi_sim_<key>_<minor units>[_<rehearsal>]`.
 */
export function simulatedId(
  intent: Pick<NewIntent, 'amountMinor' | 'rehearsal' | 'idempotencyKey'>,
): string {
  const { amountMinor, rehearsal, idempotencyKey } = intent;
  const parts = ['pi', 'sim', digest(idempotencyKey).slice(0, 32), amountMinor];
  return [...parts, ...(rehearsal === null ? [] : [rehearsal.toLowerCase()])].join('_');
}

/** What was authorised when the intent was made; null: by a version that did not limit it. */
export function authorisedIn(paymentIntentId: string): number | null {
  const part = paymentIntentId.split('_')[3] ?? '';
  return /^\d+$/.test(part) ? Number(part) : null;
}

export function rehearsalIn(paymentIntentId: string): Rehearsal | undefined {
  const ending = paymentIntentId.split('_').at(-1)?.toUpperCase();
  return REHEARSALS.find((prefix) => prefix === ending);
}

export function simulatedSecret(paymentIntentId: string): string {
  return `${paymentIntentId}_secret_${digest(`secret of ${paymentIntentId}`).slice(0, 24)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
