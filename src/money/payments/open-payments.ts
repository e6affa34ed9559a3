import type { Logger } from 'pino';
import type { StripeSettings } from '../../kit/stripe-settings.ts';
import type { PaymentGateway } from '../../parking/payments/gateway.ts';
import type { Querier } from '../../stores/postgres.ts';
import { createSimulatedGateway } from './simulated-gateway.ts';
import { withinTime } from './within-time.ts';

/**
 * The longest wait for the processor. What a call has done by then is found out by asking again.
 */
const PROCESSOR_MS_MAX = 10_000;

/** The configured processor: Stripe, or where it is not set the one that moves no money. */
export async function openPayments(ground: {
  db: Querier;
  log: Logger;
  stripe: StripeSettings | undefined;
  authorizeMinutes: number;
}): Promise<PaymentGateway> {
  const { db, log, stripe, authorizeMinutes } = ground;
  const gateway =
    stripe === undefined
      ? createSimulatedGateway(db, { authorizeMinutes })
      : await openStripe(stripe, authorizeMinutes, log);
  return withinTime(gateway, PROCESSOR_MS_MAX);
}

/** Loads the library of Stripe, which is large, only where it is used. */
async function openStripe(
  settings: StripeSettings,
  authorizeMinutes: number,
  log: Logger,
): Promise<PaymentGateway> {
  const { createStripeGateway } = await import('./stripe/stripe-gateway.ts');
  return createStripeGateway(settings, { authorizeMinutes, log });
}
