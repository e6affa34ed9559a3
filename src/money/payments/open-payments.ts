import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../kit/errors.ts';
import type { PaymentGateway } from '../../parking/payments/gateway.ts';
import type { Querier } from '../../stores/postgres.ts';
import { createSimulatedGateway } from './simulated-gateway.ts';

/**
 * The longest wait for the processor. What a call has done by then is found out by asking again.
 */
const PROCESSOR_MS_MAX = 10_000;

/** The configured processor: so far, only the one that moves no money. */
export function openPayments(db: Querier): PaymentGateway {
  return withinTime(createSimulatedGateway(db), PROCESSOR_MS_MAX);
}

/** The same processor; a call that takes longer throws BAD_GATEWAY processor_timeout. */
export function withinTime(gateway: PaymentGateway, msMax: number): PaymentGateway {
  async function inTime<T>(answer: Promise<T>): Promise<T> {
    const answered = new AbortController();
    const tooLate = sleep(msMax, undefined, { signal: answered.signal }).then(() => {
      throw new AppError('BAD_GATEWAY', 'the payment processor did not answer in time', {
        details: { reason: 'processor_timeout' },
      });
    });
    try {
      return await Promise.race([answer, tooLate]);
    } finally {
      answered.abort();
    }
  }
  return {
    createIntent: (intent) => inTime(gateway.createIntent(intent)),
    clientSecret: (paymentIntentId) => inTime(gateway.clientSecret(paymentIntentId)),
    cancelIntent: (paymentIntentId) => inTime(gateway.cancelIntent(paymentIntentId)),
    capture: (capture) => inTime(gateway.capture(capture)),
    refund: (refund) => inTime(gateway.refund(refund)),
  };
}
