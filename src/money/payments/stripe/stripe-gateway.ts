import type { Logger } from 'pino';
import type { StripeSettings } from '../../../kit/stripe-settings.ts';
import { AUTHORIZE_MINUTES, type PaymentGateway } from '../../../parking/payments/gateway.ts';
import type { ProcessorBooks } from '../../../parking/payments/processor-books.ts';
import type { ProcessorEvents } from '../../../parking/payments/processor-events.ts';
import { createAccount, createAccountLink, readAccount } from './accounts.ts';
import { listHeld, listMovements } from './books.ts';
import { capture } from './capture.ts';
import { FREE_GATEWAY, freeIntent, isFree } from './free-stays.ts';
import { increaseAuthorisation } from './increase.ts';
import { cancelIntent, createIntent, readIntent } from './intents.ts';
import { payBack } from './pay-back.ts';
import { listRefunds, refund } from './refund.ts';
import { findDispute, findPayout } from './reports.ts';
import { openSigned } from './signed-events.ts';
import { stepMinor } from './stripe-amounts.ts';
import { openStripe } from './stripe-client.ts';
import { translating } from './stripe-errors.ts';

/** Those of the processor that moves no money begin alike. */
const INTENT_PATTERN = '^pi_(?!sim_)';

type Paid = Omit<
  PaymentGateway,
  'processor' | 'accounts' | 'books' | 'events' | 'stepMinor' | 'authorizeMinutes'
>;
type Context = { log: Logger; authorizeMinutes?: number; answerMsMax?: number | undefined };

/**
 * Stripe: destination charges with manual capture. The platform takes the payment, the operator's
 * account gets it less the application fee. Card data goes from the driver to Stripe alone.
 */
export function createStripeGateway(
  settings: StripeSettings,
  { authorizeMinutes = AUTHORIZE_MINUTES, log, answerMsMax }: Context,
): PaymentGateway {
  const stripe = openStripe(settings, answerMsMax);
  const inOurErrors = translating(log);
  const paid: Paid = {
    createIntent: (intent) => inOurErrors(createIntent(stripe(intent.livemode), intent)),
    readIntent: (intent) => inOurErrors(readIntent(stripe(intent.livemode), intent)),
    increaseAuthorisation: (raise) =>
      inOurErrors(increaseAuthorisation(stripe(raise.livemode), raise)),
    cancelIntent: (intent) => inOurErrors(cancelIntent(stripe(intent.livemode), intent)),
    capture: (asked) => inOurErrors(capture(stripe(asked.livemode), asked)),
    refund: (order) => inOurErrors(refund(stripe(order.livemode), order)),
  };
  const events: ProcessorEvents = {
    open: (sent) => openSigned(settings.webhookSecrets, sent),
    listRefunds: (intent) => inOurErrors(listRefunds(stripe(intent.livemode), intent)),
    findDispute: (asked) => inOurErrors(findDispute(stripe(asked.livemode), asked.disputeId)),
    findPayout: (asked) => inOurErrors(findPayout(stripe(asked.livemode), asked)),
  };
  const books: ProcessorBooks = {
    intentPattern: INTENT_PATTERN,
    listMovements: (asked) => inOurErrors(listMovements(stripe(asked.livemode), asked)),
    listHeld: (asked) => inOurErrors(listHeld(stripe(asked.livemode), asked)),
    payBack: (order) => inOurErrors(payBack(stripe(order.livemode), order)),
  };
  const of = (intent: { paymentIntentId: string }) => (isFree(intent) ? FREE_GATEWAY : paid);
  return {
    processor: 'stripe',
    authorizeMinutes,
    stepMinor,
    createIntent: async (intent) =>
      intent.amountMinor === 0 ? freeIntent(intent) : paid.createIntent(intent),
    readIntent: async (intent) => of(intent).readIntent(intent),
    increaseAuthorisation: async (raise) => of(raise).increaseAuthorisation(raise),
    cancelIntent: async (intent) => of(intent).cancelIntent(intent),
    capture: async (asked) => of(asked).capture(asked),
    refund: async (order) => of(order).refund(order),
    accounts: {
      create: (payee) => inOurErrors(createAccount(stripe(payee.livemode), payee)),
      createLink: (link) => inOurErrors(createAccountLink(stripe(link.livemode), link)),
      read: ({ accountId, livemode }) => inOurErrors(readAccount(stripe(livemode), accountId)),
    },
    books,
    events,
  };
}
