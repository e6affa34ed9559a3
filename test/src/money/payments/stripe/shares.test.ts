import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStripeGateway } from '../../../../../src/money/payments/stripe/stripe-gateway.ts';
import type { PaymentGateway } from '../../../../../src/parking/payments/gateway.ts';
import { startStripeServer } from '../../../../stripe-server/start.ts';
import { asked, newKey, settingsFor } from '../processors.ts';

// Who gets what of a payment at Stripe, to the cent.

let server: Awaited<ReturnType<typeof startStripeServer>>;
let payments: PaymentGateway;
beforeAll(async () => {
  server = await startStripeServer();
  payments = createStripeGateway(settingsFor(server.apiBase), { log: pino({ level: 'silent' }) });
});
afterAll(() => server.stop());

type Paid = { id: string; payee: string; currency: string };
type Stay = { amountMinor: number; cost: number; fee: number; currency?: string };

/** A stay on a lot of an operator with an account: authorised, then captured. */
async function pay({ amountMinor, cost, fee, currency = 'usd' }: Stay): Promise<Paid> {
  const { id: payee } = server.addAccount();
  const intent = await payments.createIntent(
    asked({ amountMinor, currency, payee, livemode: true }),
  );
  server.driver.authorise(intent.paymentIntentId);
  const { paymentIntentId } = intent;
  const name = { paymentIntentId, livemode: true, currency, idempotencyKey: newKey() };
  await payments.capture({ ...name, amountMinor: cost, feeOf: () => fee });
  return { id: paymentIntentId, payee, currency };
}

const refund = ({ id, currency }: Paid, amountMinor: number, feeMinor: number, key = newKey()) =>
  payments.refund({
    paymentIntentId: id,
    livemode: true,
    amountMinor,
    feeMinor,
    currency,
    idempotencyKey: key,
  });

test.each([
  ['usd', 733, 73, 660],
  ['jpy', 733, 73, 660],
  ['kwd', 7_330, 730, 6_600],
])('in %s the operator gets what was captured less the fee', async (currency, cost, fee, rest) => {
  const { payee } = await pay({ amountMinor: 9_000, cost, fee, currency });
  expect(server.balanceOf(payee)).toBe(rest);
});

test('the fee is that of what was captured, not of what was asked for', async () => {
  const { id: payee } = server.addAccount();
  const intent = asked({ payee, livemode: true });
  const { paymentIntentId } = await payments.createIntent(intent);
  server.driver.authorise(paymentIntentId);
  const result = await payments.capture({
    paymentIntentId,
    livemode: true,
    amountMinor: 2_000,
    currency: 'usd',
    feeOf: (capturedMinor) => capturedMinor / 10,
    idempotencyKey: newKey(),
  });
  expect(result).toEqual({ status: 'captured', capturedMinor: 1_000 });
  expect(server.balanceOf(payee)).toBe(900);
});

test('refunds come from the operator, who gets exactly its part of the fee back', async () => {
  const paid = await pay({ amountMinor: 1_000, cost: 1_000, fee: 100 });
  // By Stripe's own rounding each third would give 33 back, and one cent would stay for ever.
  const parts = [
    [333, 33],
    [333, 34],
    [334, 33],
  ] as const;
  let left = 900;
  for (const [amount, fee] of parts) {
    expect(await refund(paid, amount, fee)).toEqual({ status: 'refunded' });
    left -= amount - fee;
    expect(server.balanceOf(paid.payee)).toBe(left);
  }
  expect(left).toBe(0);
});

test('a refund whose part of the fee failed gives only that back when it is repeated', async () => {
  const paid = await pay({ amountMinor: 1_000, cost: 1_000, fee: 100 });
  const key = newKey();
  server.fail(/POST application_fees/, '500 before');
  await expect(refund(paid, 500, 50, key)).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
  expect(server.balanceOf(paid.payee)).toBe(400);
  for (const _ of [1, 2]) {
    expect(await refund(paid, 500, 50, key)).toEqual({ status: 'refunded' });
    expect(server.balanceOf(paid.payee)).toBe(450);
  }
});

test('after Stripe has forgotten its keys, nothing is captured or refunded twice', async () => {
  const paid = await pay({ amountMinor: 1_000, cost: 1_000, fee: 100 });
  const key = newKey();
  await refund(paid, 300, 30, key);
  server.forgetKeys();
  expect(await refund(paid, 300, 30, key)).toEqual({ status: 'refunded' });
  expect(server.balanceOf(paid.payee)).toBe(630);
});

test('a stay of an operator without an account is paid to the platform alone', async () => {
  const { paymentIntentId } = await payments.createIntent(asked());
  server.driver.authorise(paymentIntentId);
  const intent = { paymentIntentId, livemode: false, currency: 'usd' };
  const capture = { ...intent, amountMinor: 800, feeOf: () => 80, idempotencyKey: newKey() };
  expect(await payments.capture(capture)).toEqual({ status: 'captured', capturedMinor: 800 });
  const back = { ...intent, amountMinor: 800, feeMinor: 80, idempotencyKey: newKey() };
  expect(await payments.refund(back)).toEqual({ status: 'refunded' });
});

test('less than Stripe takes is not taken, and the authorisation ends', async () => {
  const { paymentIntentId } = await payments.createIntent(asked({ amountMinor: 20 }));
  server.driver.authorise(paymentIntentId);
  const intent = { paymentIntentId, livemode: false };
  expect(await payments.readIntent(intent)).toMatchObject({ authorisedMinor: 50 });
  const capture = { ...intent, amountMinor: 20, currency: 'usd', feeOf: () => 2 };
  for (const _ of [1, 2])
    expect(await payments.capture({ ...capture, idempotencyKey: newKey() })).toEqual({
      status: 'captured',
      capturedMinor: 0,
    });
  expect(await payments.readIntent(intent)).toMatchObject({ status: 'canceled' });
});

test('an amount that Stripe cannot take exactly is refused, and nothing is taken', async () => {
  const { paymentIntentId } = await payments.createIntent(
    asked({ amountMinor: 1_233, currency: 'kwd' }),
  );
  server.driver.authorise(paymentIntentId);
  const intent = { paymentIntentId, livemode: false };
  const capture = { ...intent, currency: 'kwd', feeOf: () => 0, idempotencyKey: newKey() };
  await expect(payments.capture({ ...capture, amountMinor: 1_233 })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'amount_inexact' },
  });
  expect(await payments.readIntent(intent)).toMatchObject({
    status: 'authorized',
    authorisedMinor: 1_240,
  });
});
