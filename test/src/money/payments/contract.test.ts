import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asked, newKey, openSimulated, openStripe, type Processor } from './processors.ts';

// What a stay may count on, whatever processor it is paid with.

const USD = { currency: 'usd', amountMinor: 1_000 };
const feeOf = () => 0;

describe.each([
  ['simulated', openSimulated],
  ['stripe', openStripe],
] as const)('%s', (_, open) => {
  let processor: Processor;
  beforeAll(async () => {
    processor = await open();
  });
  afterAll(() => processor.stop());

  const named = (paymentIntentId: string) => ({ paymentIntentId, livemode: false });
  const capture = (id: string, amountMinor: number, idempotencyKey = newKey(), currency = 'usd') =>
    processor.payments.capture({ ...named(id), amountMinor, currency, feeOf, idempotencyKey });
  const refund = (id: string, amountMinor: number, idempotencyKey = newKey(), currency = 'usd') =>
    processor.payments.refund({
      ...named(id),
      amountMinor,
      feeMinor: 0,
      currency,
      idempotencyKey,
    });
  const raise = (id: string, amountMinor: number) =>
    processor.payments.increaseAuthorisation({
      ...named(id),
      ...USD,
      amountMinor,
      idempotencyKey: newKey(),
    });
  const cancel = (id: string) =>
    processor.payments.cancelIntent({ ...named(id), idempotencyKey: newKey() });
  const read = (id: string) => processor.payments.readIntent(named(id));
  const taken = (capturedMinor: number) => ({ status: 'captured', capturedMinor });

  test.each([
    ['jpy', 900, 700, 300],
    ['usd', 900, 733, 1],
    ['kwd', 9_000, 1_230, 120],
    ['isk', 900, 700, 33],
  ])(
    'in %s exactly what is asked for is taken and given back',
    async (currency, held, cost, back) => {
      const id = await processor.intent('authorised', { amountMinor: held, currency });
      expect(await read(id)).toMatchObject({ status: 'authorized', authorisedMinor: held });
      expect(await capture(id, cost, newKey(), currency)).toEqual(taken(cost));
      expect(await read(id)).toEqual({
        paymentIntentId: id,
        status: 'captured',
        clientSecret: null,
        authorisedMinor: 0,
        capturedMinor: cost,
      });
      expect(await refund(id, back, newKey(), currency)).toEqual({ status: 'refunded' });
    },
  );

  test('no more than what is authorised is taken', async () => {
    const id = await processor.intent('authorised', USD);
    expect(await capture(id, 1_001)).toEqual(taken(1_000));
  });

  test('an intent is captured once, whatever key and amount come later', async () => {
    const id = await processor.intent('authorised', USD);
    const key = newKey();
    expect(await capture(id, 700, key)).toEqual(taken(700));
    expect(await capture(id, 700, key)).toEqual(taken(700));
    expect(await capture(id, 900)).toEqual(taken(700));
    expect(await cancel(id)).toMatchObject({ status: 'captured', capturedMinor: 700 });
  });

  test('two captures at once take the money once', async () => {
    const id = await processor.intent('authorised', USD);
    expect(await Promise.all([capture(id, 600), capture(id, 600)])).toEqual([
      taken(600),
      taken(600),
    ]);
  });

  test('a refusal by the bank has a code, and nothing is taken', async () => {
    const id = await processor.intent('captures refused', USD);
    const refusal = {
      status: 'failed',
      failureCode: expect.any(String),
      failureMessage: expect.any(String),
      isRetryable: true,
    };
    for (const _ of [1, 2]) expect(await capture(id, 700)).toEqual(refusal);
    expect(await read(id)).toMatchObject({ status: 'authorized', capturedMinor: 0 });
  });

  test('after a refusal the same capture can be tried again', async () => {
    const id = await processor.intent('capture refused once', USD);
    const key = newKey();
    expect(await capture(id, 700, key)).toMatchObject({ status: 'failed' });
    expect(await capture(id, 700, key)).toEqual(taken(700));
  });

  test('an error of the processor is BAD_GATEWAY, and a repeat with the key captures', async () => {
    const id = await processor.intent('down once', USD);
    const key = newKey();
    await expect(capture(id, 700, key)).rejects.toMatchObject({
      code: 'BAD_GATEWAY',
      details: { reason: 'processor_down' },
    });
    expect(await capture(id, 700, key)).toEqual(taken(700));
  });

  test('what the driver has not authorised is not taken, and has a secret to authorise', async () => {
    const id = await processor.intent('not authorised', USD);
    expect(await read(id)).toEqual({
      paymentIntentId: id,
      status: 'requires_authorization',
      clientSecret: expect.stringContaining(id),
      authorisedMinor: 0,
      capturedMinor: 0,
    });
    expect(await capture(id, 700)).toMatchObject({
      status: 'failed',
      failureCode: 'not_authorized',
    });
    expect(await raise(id, 2_000)).toMatchObject({ status: 'failed' });
    expect(await cancel(id)).toMatchObject({ status: 'canceled', clientSecret: null });
  });

  test('a canceled intent stays canceled, and nothing can be taken or raised', async () => {
    const id = await processor.intent('can be raised', USD);
    for (const _ of [1, 2])
      expect(await cancel(id)).toEqual({
        paymentIntentId: id,
        status: 'canceled',
        clientSecret: null,
        authorisedMinor: 0,
        capturedMinor: 0,
      });
    expect(await capture(id, 700)).toMatchObject({ status: 'failed', isRetryable: false });
    expect(await raise(id, 2_000)).toMatchObject({ status: 'failed' });
    expect(await read(id)).toMatchObject({ status: 'canceled' });
  });

  test('what is authorised can be raised, where the card allows it, and then be taken', async () => {
    const id = await processor.intent('can be raised', USD);
    expect(await raise(id, 900)).toEqual({ status: 'authorized', authorisedMinor: 1_000 });
    for (const _ of [1, 2])
      expect(await raise(id, 1_500)).toEqual({ status: 'authorized', authorisedMinor: 1_500 });
    expect(await read(id)).toMatchObject({ authorisedMinor: 1_500 });
    expect(await capture(id, 1_600)).toEqual(taken(1_500));
  });

  test('elsewhere raising is unsupported, and what was authorised stays', async () => {
    const id = await processor.intent('authorised', USD);
    expect(await raise(id, 1_500)).toEqual({ status: 'unsupported' });
    expect(await capture(id, 1_500)).toEqual(taken(1_000));
  });

  test('a stay that costs nothing is authorised at once, and nothing is taken', async () => {
    const free = await processor.payments.createIntent(asked({ amountMinor: 0 }));
    expect(free).toMatchObject({ status: 'authorized', authorisedMinor: 0 });
    expect(await read(free.paymentIntentId)).toMatchObject({ status: 'authorized' });
    for (const _ of [1, 2]) expect(await capture(free.paymentIntentId, 0)).toEqual(taken(0));
  });

  test('a capture of nothing takes nothing, also when it is repeated', async () => {
    const id = await processor.intent('authorised', USD);
    for (const _ of [1, 2]) expect(await capture(id, 0)).toEqual(taken(0));
  });

  test('a refund is paid once for its key; a refused one has a code', async () => {
    const id = await processor.intent('authorised', USD);
    await capture(id, 1_000);
    const key = newKey();
    for (const _ of [1, 2]) expect(await refund(id, 600, key)).toEqual({ status: 'refunded' });
    expect(await refund(id, 400)).toEqual({ status: 'refunded' });
    const other = await processor.intent('refunds refused', USD);
    await capture(other, 1_000);
    expect(await refund(other, 600)).toEqual({
      status: 'failed',
      failureCode: expect.any(String),
      failureMessage: expect.any(String),
    });
  });

  test('an operator gets an account, and a link to state its data', async () => {
    const { accounts } = processor.payments;
    const payee = { operatorId: 'op_1', email: null, country: null, livemode: false };
    const asked = { ...payee, askedAt: new Date() };
    const { accountId } = await accounts.create({ ...asked, idempotencyKey: newKey() });
    const urls = { refreshUrl: 'https://city.example/again', returnUrl: 'https://city.example' };
    const { url } = await accounts.createLink({ accountId, livemode: false, ...urls });
    expect(url).toMatch(/^https:/);
    expect(await accounts.read({ accountId, livemode: false })).toEqual({
      chargesEnabled: expect.any(Boolean),
      payoutsEnabled: expect.any(Boolean),
      requirements: expect.any(Array),
      disabledReason: null,
    });
  });
});
