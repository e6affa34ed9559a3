import { expect, test } from 'vitest';
import { withinTime } from '../../../../src/money/payments/within-time.ts';
import type { PaymentGateway } from '../../../../src/parking/payments/gateway.ts';

const never = () => new Promise<never>(() => {});
const ASKED = {
  paymentIntentId: 'pi',
  amountMinor: 1,
  currency: 'cad',
  livemode: true,
  idempotencyKey: 'k',
};
const CAPTURE = { ...ASKED, feeOf: () => 0 };
const REFUND = { ...ASKED, feeMinor: 0 };
const INTENT = { ...ASKED, sessionId: 'ses', payee: null, rehearsal: null };
const PAYEE = {
  ...{ operatorId: 'op', email: 'a@b.example', country: 'CA', livemode: true },
  ...{ askedAt: new Date(), idempotencyKey: 'k' },
};
const ACCOUNT = { accountId: 'acct', livemode: true };
const PAGE = { livemode: true, from: new Date(0), to: new Date(1), after: null };
const LINK = { ...ACCOUNT, refreshUrl: 'https://a.example', returnUrl: 'https://b.example' };

const SILENT: PaymentGateway = {
  processor: 'simulated',
  authorizeMinutes: 10,
  stepMinor: () => 1,
  createIntent: never,
  readIntent: never,
  increaseAuthorisation: never,
  cancelIntent: never,
  capture: never,
  refund: never,
  accounts: { create: never, createLink: never, read: never },
  books: { intentPattern: '^pi_', listMovements: never, listHeld: never, payBack: never },
  events: { open: () => undefined, listRefunds: never, findDispute: never, findPayout: never },
};

test('every call to a processor ends within the time limit', async () => {
  const payments = withinTime(SILENT, 1);
  const calls = [
    payments.createIntent(INTENT),
    payments.readIntent(ASKED),
    payments.increaseAuthorisation(ASKED),
    payments.cancelIntent(ASKED),
    payments.capture(CAPTURE),
    payments.refund(REFUND),
    payments.accounts.create(PAYEE),
    payments.accounts.createLink(LINK),
    payments.accounts.read(ACCOUNT),
    payments.books.listMovements(PAGE),
    payments.books.listHeld(PAGE),
    payments.books.payBack({ ...ASKED, refundId: 're', payee: 'acct' }),
    payments.events?.listRefunds(ASKED),
    payments.events?.findDispute({ disputeId: 'dp', livemode: true }),
    payments.events?.findPayout({ ...ACCOUNT, payoutId: 'po' }),
  ];
  for (const call of calls)
    await expect(call).rejects.toMatchObject({
      code: 'BAD_GATEWAY',
      details: { reason: 'processor_timeout' },
    });
});

test('an answer in time, and an error, are passed on unchanged', async () => {
  const refund = () => Promise.reject(new Error('out of order'));
  const capture = async () => ({ status: 'captured' as const, capturedMinor: 1 });
  const payments = withinTime({ ...SILENT, capture, refund }, 60_000);
  await expect(payments.capture(CAPTURE)).resolves.toEqual({
    status: 'captured',
    capturedMinor: 1,
  });
  await expect(payments.refund(REFUND)).rejects.toThrow('out of order');
});
