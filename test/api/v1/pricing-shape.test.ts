import { expect, test } from 'vitest';
import { quoteOf } from '../../../api/v1/lots/quote.ts';
import { toHoldShape } from '../../../api/v1/reserve/hold-shape.ts';
import { toReceiptShape } from '../../../api/v1/sessions/receipt-shape.ts';
import { toSessionShape } from '../../../api/v1/sessions/session-shape.ts';
import { minorOf } from '../../../src/kit/money.ts';
import { ANYWHERE, plainTariff } from '../../../src/tariffs/plain-rate.ts';
import { priceStay } from '../../../src/tariffs/price/price-stay.ts';
import { createRandom, seedOfRun } from '../../stage/random.ts';
import { type Answered, recompute } from './recompute.ts';
import { drawHold, drawLot, drawPricing, drawRefunds, drawSession } from './stays-at-random.ts';

// Every amount in an answer can be computed from that answer alone.

const TIMES = 2_000;
const caller = { operatorId: 'op_of_the_lot' };
const seed = seedOfRun();
const random = createRandom(seed);

/** The body as its receiver reads it. */
const answered = (body: object): Answered => JSON.parse(JSON.stringify(body));
const times = (work: () => void) => {
  for (let time = 0; time < TIMES; time += 1) work();
};

test(`quotes of searches add up (seed ${seed})`, () =>
  times(() => {
    const pricing = drawPricing(random);
    const window = { startedAt: pricing.startedAt, endedAt: pricing.endedAt };
    const quote = answered(quoteOf(drawLot(pricing), window, () => 'sealed') ?? {});
    const { amount, minutes } = recompute(quote);
    expect(quote.amount).toBe(amount);
    expect(minutes).toBe(Math.max(1, Math.ceil((+window.endedAt - +window.startedAt) / 60_000)));
  }));

test(`holds of several spaces add up (seed ${seed})`, () =>
  times(() => {
    const { quote } = answered(toHoldShape(drawHold(random, drawPricing(random))));
    expect(quote.amount).toBe(recompute(quote).amount);
  }));

test(`stays under way, extended or not, add up to their estimate (seed ${seed})`, () =>
  times(() => {
    const session = { ...drawSession(random, drawPricing(random)), endedAt: null };
    const shape = answered(toSessionShape(session, caller));
    expect(shape.estimated_amount).toBe(recompute(shape.pricing).amount);
  }));

test(`stays that ended add up to their price (seed ${seed})`, () =>
  times(() => {
    const shape = answered(toSessionShape(drawSession(random, drawPricing(random)), caller));
    const { amount, minutes } = recompute(shape.pricing);
    expect(shape.subtotal).toBe(amount);
    expect(shape.duration_minutes).toBe(minutes);
  }));

test(`receipts add up, refunds and imported stays included (seed ${seed})`, () =>
  times(() => {
    const session = drawSession(random, drawPricing(random));
    const isImported = random.next() < 0.2;
    const stay = { ...session, source: isImported ? ('import' as const) : session.source };
    // An imported stay has any amount, independent of its rate.
    if (isImported) stay.subtotalMinor = Math.floor(random.next() * 1e6);
    const refunds = isImported ? [] : drawRefunds(random, stay);
    const receipt = answered(toReceiptShape(stay, refunds, caller));
    const { amount, minor, units } = recompute(receipt.pricing);
    expect(receipt.subtotal).toBe(amount);
    const kept = receipt.refunds.filter(({ status }) => status !== 'failed');
    const refunded = kept.reduce((sum, one) => sum + minor(one.amount), 0n);
    expect(receipt.refunded).toBe(units(refunded));
    expect(receipt.total).toBe(units(minor(amount) - refunded));
  }));

test('a line that the day maximum limits shows that maximum', () => {
  const rate = {
    ...{ rateMinor: 350, rateUnit: 'hour' as const },
    ...{ billingStepMinutes: 1, maxDailyMinor: 2_000 },
  };
  const [startedAt, endedAt] = [new Date('2026-03-01T00:00Z'), new Date('2026-03-02T01:00Z')];
  const pricing = { ...rate, currency: 'cad', spaceCount: 1, startedAt, endedAt };
  const { pricing: shown } = answered(toSessionShape(drawSession(random, pricing), caller));
  expect(shown).toMatchObject({
    decimals: 2,
    lines: [
      { minutes: 1_440, rate: 3.5, rate_unit: 'hour', max_daily_rate: 20, amount: 20 },
      { minutes: 60, rate: 3.5, rate_unit: 'hour', max_daily_rate: 20, amount: 3.5 },
    ],
  });
  expect(minorOf(shown.lines[0]?.amount ?? 0, 'cad')).toBe(
    priceStay(plainTariff(rate), { startedAt, endedAt: new Date('2026-03-02T00:00Z') }, ANYWHERE)
      .subtotalMinor,
  );
});
