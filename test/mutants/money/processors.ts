import type { Mutant } from '../mutant.ts';

const ROOM = 'src/money/payments';
const CAPTURE = `${ROOM}/stripe/capture.ts`;
const REFUND = `${ROOM}/stripe/refund.ts`;
const ONCE = `${ROOM}/stripe/once.ts`;
const ERRORS = `${ROOM}/stripe/stripe-errors.ts`;
const CONTRACT_TEST = 'test/src/money/payments/contract.test.ts';
const SHARES_TEST = 'test/src/money/payments/stripe/shares.test.ts';
const FAILURES_TEST = 'test/src/money/payments/stripe/failures.test.ts';

/** Ways to take, give back or share another amount at the processor than our books say. */
export const PROCESSORS: readonly Mutant[] = [
  {
    name: 'captured-above-authorised',
    file: CAPTURE,
    find: 'Math.min(amount, intent.amount_capturable)',
    replace: 'amount',
    tests: [CONTRACT_TEST],
    why: 'a stay that costs more than is authorised is not paid at all',
  },
  {
    name: 'fee-of-what-was-asked',
    file: CAPTURE,
    find: 'asked.feeOf(fromStripe(amount, currency))',
    replace: 'asked.feeOf(asked.amountMinor)',
    tests: [SHARES_TEST],
    why: 'the operator pays the fee of money that was never taken',
  },
  {
    name: 'fee-left-out',
    file: CAPTURE,
    find: '(fee > 0 && { application_fee_amount: fee })',
    replace: '(fee < 0 && { application_fee_amount: fee })',
    tests: [SHARES_TEST],
    why: 'the operator gets everything, and the platform pays',
  },
  {
    name: 'too-small-is-captured',
    file: CAPTURE,
    find: 'if (isTooSmall(amountOf(asked, intent), asked.currency))',
    replace: 'if (asked.amountMinor < 0)',
    tests: [SHARES_TEST],
    why: 'a stay that costs less than Stripe takes can never be settled',
  },
  {
    name: 'captured-before-is-refused',
    file: CAPTURE,
    find: "if (intent.status === 'succeeded') return taken(intent);",
    replace: "if (intent.status === 'succeeded') return refused('captured', '', true);",
    tests: [CONTRACT_TEST],
    why: 'a stay whose answer was lost is paid at Stripe and unpaid in our books',
  },
  {
    name: 'refusal-for-ever',
    file: CAPTURE,
    find: 'refusal === undefined || isKeySpent(error) || isOtherStatus(error)',
    replace: 'refusal === undefined || isOtherStatus(error)',
    tests: [CONTRACT_TEST],
    why: 'a capture that was refused once is refused for a day, as Stripe repeats its answers',
  },
  {
    name: 'error-for-ever',
    file: ERRORS,
    find: "error.headers?.['idempotent-replayed'] === 'true'",
    replace: "error.headers?.['idempotent-replayed'] === 'no'",
    tests: [FAILURES_TEST],
    why: 'after one error of Stripe a stay cannot be settled for a day',
  },
  {
    name: 'no-look-before-acting',
    file: ONCE,
    find: 'if (found !== undefined) return found;',
    replace: 'if (found !== undefined && count < 0) return found;',
    tests: [SHARES_TEST],
    why: 'once Stripe has forgotten a key, a refund is paid twice',
  },
  {
    name: 'refund-paid-by-platform',
    file: REFUND,
    find: '(isPaidOn && { reverse_transfer: true })',
    replace: '(isPaidOn && { reverse_transfer: false })',
    tests: [SHARES_TEST],
    why: 'the operator keeps the money that the driver gets back',
  },
  {
    name: 'fee-kept-at-refund',
    file: REFUND,
    find: "if (result.status === 'refunded') await giveFeeBack",
    replace: "if (result.status === 'failed') await giveFeeBack",
    tests: [SHARES_TEST],
    why: 'the operator pays the fee of a stay that was given back',
  },
  {
    name: 'whole-fee-back',
    file: REFUND,
    find: 'amount: toStripe(feeMinor, currency),',
    replace: 'amount: undefined as unknown as number,',
    tests: [SHARES_TEST],
    why: 'a small refund gives all of the fee back',
  },
  {
    name: 'modes-mixed',
    file: `${ROOM}/stripe/stripe-client.ts`,
    find: '(livemode ? live : test)',
    replace: '(livemode ? live : live)',
    tests: [FAILURES_TEST],
    why: 'test keys take real money',
  },
  {
    name: 'simulated-above-authorised',
    file: `${ROOM}/simulated-gateway.ts`,
    find: 'const authorisedMinor = authorisedIn(paymentIntentId);',
    replace: 'const authorisedMinor = null;',
    tests: [CONTRACT_TEST],
    why: 'nobody notices before real money that a stay costs more than is authorised',
  },
  {
    name: 'simulated-captured-after-cancel',
    file: `${ROOM}/simulated-gateway.ts`,
    find: "if (status === 'canceled' && amountMinor > 0) return CANCELED;",
    replace: "if (status === 'canceled' && amountMinor < 0) return CANCELED;",
    tests: [CONTRACT_TEST],
    why: 'a stay of a canceled intent counts as paid',
  },
];
