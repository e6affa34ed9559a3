import { AppError } from '../../kit/errors.ts';
import { within } from '../../kit/time/within.ts';
import type { PaymentGateway } from '../../parking/payments/gateway.ts';

/** The same processor; a call that takes longer throws BAD_GATEWAY processor_timeout. */
export function withinTime(gateway: PaymentGateway, msMax: number): PaymentGateway {
  const inTime = <T>(answer: Promise<T>) => within(msMax, answer, tooLate);
  const { accounts, books, events } = gateway;
  return {
    processor: gateway.processor,
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
    books: {
      intentPattern: books.intentPattern,
      listMovements: (asked) => inTime(books.listMovements(asked)),
      listHeld: (asked) => inTime(books.listHeld(asked)),
      payBack: (order) => inTime(books.payBack(order)),
    },
    events: events && {
      open: (sent) => events.open(sent),
      listRefunds: (intent) => inTime(events.listRefunds(intent)),
      findDispute: (dispute) => inTime(events.findDispute(dispute)),
      findPayout: (payout) => inTime(events.findPayout(payout)),
    },
  };
}

function tooLate(): never {
  throw new AppError('BAD_GATEWAY', 'the payment processor did not answer in time', {
    details: { reason: 'processor_timeout' },
  });
}
