import { addDays } from 'date-fns';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Movement } from '../../../../src/parking/payments/processor-books.ts';
import { newKey, openSimulated, openStripe, type Processor } from './processors.ts';

// What a comparison may count on, whatever processor the books are of.

const USD = { currency: 'usd', amountMinor: 1_000 };

describe.each([
  ['simulated', openSimulated],
  ['stripe', openStripe],
] as const)('%s', (_, open) => {
  let processor: Processor;
  beforeAll(async () => {
    processor = await open();
  });
  afterAll(() => processor.stop());

  async function movementsIn(livemode: boolean, daysAgo: number): Promise<Movement[]> {
    const from = addDays(new Date(), -1 - daysAgo);
    const span = { livemode, from, to: addDays(from, 2), after: null };
    const { rows, next } = await processor.payments.books.listMovements(span);
    expect(next).toBeNull();
    return rows;
  }

  test('what was captured and given back is listed once, in its mode and time', async () => {
    const paymentIntentId = await processor.intent('authorised', USD);
    const named = { paymentIntentId, livemode: false, currency: 'usd' };
    const refundId = newKey();
    for (const _ of [1, 2]) {
      const feeOf = () => 0;
      const idempotencyKey = newKey();
      await processor.payments.capture({ ...named, amountMinor: 700, feeOf, idempotencyKey });
      const order = { ...named, amountMinor: 300, feeMinor: 0, idempotencyKey: refundId };
      await processor.payments.refund(order);
    }
    const rows = await movementsIn(false, 0);
    const common = { at: expect.any(Date), paymentIntentId, payee: null, currency: 'usd' };
    expect(rows.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toMatchObject([
      { ...common, kind: 'capture', refundId: null, amountMinor: 700 },
      { ...common, kind: 'refund', refundId, amountMinor: 300 },
    ]);
    expect(await movementsIn(true, 0)).toEqual([]);
    expect(await movementsIn(false, 2)).toEqual([]);
  });

  test('a payment that was canceled is neither listed nor held back', async () => {
    const before = await movementsIn(false, 0);
    const paymentIntentId = await processor.intent('authorised', USD);
    const named = { paymentIntentId, livemode: false };
    await processor.payments.cancelIntent({ ...named, idempotencyKey: newKey() });
    expect(await movementsIn(false, 0)).toEqual(before);
    const from = addDays(new Date(), -1);
    const span = { livemode: false, from, to: addDays(from, 2), after: null };
    const { rows } = await processor.payments.books.listHeld(span);
    expect(rows).toEqual([]);
  });

  test('intents are known by their names', async () => {
    const id = await processor.intent('authorised', USD);
    const pattern = new RegExp(processor.payments.books.intentPattern);
    expect(id).toMatch(pattern);
    expect('free_ses_1').not.toMatch(pattern);
  });
});
