import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { StripeSettings } from '../../../../../src/kit/stripe-settings.ts';
import { createStripeGateway } from '../../../../../src/money/payments/stripe/stripe-gateway.ts';
import type { Failure } from '../../../../stripe-server/failures.ts';
import { startStripeServer } from '../../../../stripe-server/start.ts';
import { asked, newKey, settingsFor } from '../processors.ts';

// Whatever happens to a call, a repeat with its key finds out, and money moves once.

/** Long enough for every answer that comes, and not for one that never does. */
const ANSWER_MS_MAX = 1_000;

async function openStage(more: Partial<StripeSettings> = {}) {
  const server = await startStripeServer();
  onTestFinished(() => server.stop());
  const lines: string[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  const settings = { ...settingsFor(server.apiBase), ...more };
  const payments = createStripeGateway(settings, { log: pino(stream), answerMsMax: ANSWER_MS_MAX });
  return { server, payments, lines };
}

type Stage = Awaited<ReturnType<typeof openStage>>;

async function authorised({ server, payments }: Stage) {
  const { id: payee } = server.addAccount();
  const { paymentIntentId } = await payments.createIntent(asked({ payee, livemode: true }));
  server.driver.authorise(paymentIntentId, { canRaise: true });
  return { paymentIntentId, payee, livemode: true, currency: 'usd' };
}

const FAILURES: readonly [Failure, string][] = [
  ['silent before', 'processor_timeout'],
  ['silent after', 'processor_timeout'],
  ['gone after', 'processor_down'],
  ['500 before', 'processor_down'],
  ['500 after', 'processor_down'],
  ['429', 'processor_busy'],
];
/** The library repeats a call by itself once. */
const COUNT = 2;

test.each(FAILURES)('%s: captured once, and refunded once', async (failure, reason) => {
  const stage = await openStage();
  const { server, payments } = stage;
  const { payee, ...intent } = await authorised(stage);
  const failed = { code: 'BAD_GATEWAY', details: { reason } };

  const feeOf = (minor: number) => minor / 10;
  const capture = { ...intent, amountMinor: 800, feeOf, idempotencyKey: newKey() };
  server.fail(/POST .*capture$/, failure, COUNT);
  await expect(payments.capture(capture)).rejects.toMatchObject(failed);
  server.mend();
  for (const _ of [1, 2])
    expect(await payments.capture(capture)).toEqual({ status: 'captured', capturedMinor: 800 });
  expect(server.balanceOf(payee)).toBe(720);

  const order = { ...intent, amountMinor: 400, feeMinor: 40, idempotencyKey: newKey() };
  server.fail(/POST refunds$/, failure, COUNT);
  await expect(payments.refund(order)).rejects.toMatchObject(failed);
  server.mend();
  for (const _ of [1, 2]) expect(await payments.refund(order)).toEqual({ status: 'refunded' });
  expect(server.balanceOf(payee)).toBe(360);
});

test.each(['500 before', '500 after', '429'] as const)(
  '%s: raised and canceled once',
  async (failure) => {
    const stage = await openStage();
    const { server, payments } = stage;
    const intent = await authorised(stage);
    const raise = { ...intent, amountMinor: 2_000, idempotencyKey: newKey() };
    server.fail(/POST .*increment_authorization$/, failure);
    await expect(payments.increaseAuthorisation(raise)).rejects.toMatchObject({
      code: 'BAD_GATEWAY',
    });
    expect(await payments.increaseAuthorisation(raise)).toEqual({
      status: 'authorized',
      authorisedMinor: 2_000,
    });
    const cancel = { ...intent, idempotencyKey: newKey() };
    server.fail(/POST .*cancel$/, failure);
    await expect(payments.cancelIntent(cancel)).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    expect(await payments.cancelIntent(cancel)).toMatchObject({ status: 'canceled' });
  },
);

test('a refused raise says so, and what was authorised stays', async () => {
  const stage = await openStage();
  const { server, payments } = stage;
  const intent = await authorised(stage);
  server.driver.refuse(intent.paymentIntentId, 'insufficient_funds');
  const raise = { ...intent, amountMinor: 2_000, idempotencyKey: newKey() };
  expect(await payments.increaseAuthorisation(raise)).toMatchObject({
    status: 'failed',
    failureCode: 'insufficient_funds',
  });
  expect(await payments.readIntent(intent)).toMatchObject({ authorisedMinor: 1_000 });
});

test('a driver who has to prove who it is has not authorised yet', async () => {
  const { server, payments } = await openStage();
  const { paymentIntentId } = await payments.createIntent(asked());
  server.driver.needsProof(paymentIntentId);
  expect(await payments.readIntent({ paymentIntentId, livemode: false })).toMatchObject({
    status: 'requires_authorization',
    clientSecret: expect.stringContaining(paymentIntentId),
  });
});

test('an intent that is made again with its key is the same one', async () => {
  const { payments } = await openStage();
  const intent = asked();
  expect(await payments.createIntent(intent)).toEqual(await payments.createIntent(intent));
});

test.each([
  [{ currency: 'irr' }, 'currency_unsupported'],
  [{ amountMinor: 100_000_000 }, 'amount_too_large'],
])('what Stripe never takes is a conflict: %o', async (more, reason) => {
  const { payments } = await openStage();
  await expect(payments.createIntent(asked(more))).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason },
  });
});

test('a wrong key is logged for the operator, and stands in no log and no error', async () => {
  const testSecretKey = 'sk_test_wrong4242';
  const { payments, lines } = await openStage({ testSecretKey });
  const error = await payments.createIntent(asked()).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'BAD_GATEWAY',
    details: { reason: 'processor_refused' },
  });
  expect(lines.join()).toContain('Stripe refuses the secret key');
  const { message, cause } = error as Error;
  expect(`${lines.join()} ${message} ${cause}`).not.toMatch(/4242|sk_test/);
});

test('intents of the test mode are unknown in the live mode', async () => {
  const { payments } = await openStage();
  const { paymentIntentId } = await payments.createIntent(asked());
  await expect(payments.readIntent({ paymentIntentId, livemode: true })).rejects.toMatchObject({
    code: 'BAD_GATEWAY',
  });
});
