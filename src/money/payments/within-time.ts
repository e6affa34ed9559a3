import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../kit/errors.ts';
import type { PaymentGateway } from '../../parking/payments/gateway.ts';

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
  const { accounts, events } = gateway;
  return {
    authorizeMinutes: gateway.authorizeMinutes,
    stepMinor: (currency) => gateway.stepMinor(currency),
    createIntent: (intent) => inTime(gateway.createIntent(intent)),
    readIntent: (intent) => inTime(gateway.readIntent(intent)),
    increaseAuthorisation: (raise) => inTime(gateway.increaseAuthorisation(raise)),
    cancelIntent: (intent) => inTime(gateway.cancelIntent(intent)),
    capture: (capture) => inTime(gateway.capture(capture)),
    refund: (order) => inTime(gateway.refund(order)),
    accounts: {
      create: (payee) => inTime(accounts.create(payee)),
      createLink: (link) => inTime(accounts.createLink(link)),
      read: (account) => inTime(accounts.read(account)),
    },
    events: events && {
      open: (sent) => events.open(sent),
      listRefunds: (intent) => inTime(events.listRefunds(intent)),
      findDispute: (dispute) => inTime(events.findDispute(dispute)),
      findPayout: (payout) => inTime(events.findPayout(payout)),
    },
  };
}
