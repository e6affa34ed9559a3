import { expect, test } from 'vitest';
import { quoteOf } from '../../../api/v1/lots/quote.ts';
import { toHoldShape } from '../../../api/v1/reserve/hold-shape.ts';
import { toReceiptShape } from '../../../api/v1/sessions/receipt-shape.ts';
import { toSessionShape } from '../../../api/v1/sessions/session-shape.ts';
import { minorOf } from '../../../src/kit/money.ts';
import type { Refund } from '../../../src/money/refunds/refund.ts';
import type { FoundSession } from '../../../src/parking/sessions/session.ts';
import { ANYWHERE, plainTariff } from '../../../src/tariffs/plain-rate.ts';
import { priceStay } from '../../../src/tariffs/price/price-stay.ts';
import { createRandom, seedOfRun } from '../../stage/random.ts';
import { type Answered, type AnsweredReceipt, amountByShare, recompute } from './recompute.ts';
import {
  type Drawn,
  drawHold,
  drawLot,
  drawPricing,
  drawRefunds,
  drawSession,
  withTariff,
} from './stays-at-random.ts';

// Every amount in an answer can be computed from that answer alone.

const TIMES = 2_000;
const caller = { operatorId: 'op_of_the_lot' };
const seed = seedOfRun();
const random = createRandom(seed);

/** The body as its receiver reads it. */
const answered = <Body = Answered>(body: object): Body => JSON.parse(JSON.stringify(body));
const times = (work: () => void) => {
  for (let time = 0; time < TIMES; time += 1) work();
};

/** Half of the prices are by a tariff. */
const drawAny = () => {
  const drawn = drawPricing(random);
  return random.next() < 0.5 ? drawn : withTariff(random, drawn);
};

/** The lines are for all minutes of the stay, and for those that are paid at least. */
function expectMinutes(lines: number, stayed: number, { tariff }: Drawn): void {
  const { minimum_minutes: least = 0, free_minutes: free = 0 } = tariff ?? {};
  expect(lines).toBe(stayed <= free ? stayed : Math.max(stayed, least));
}

test(`quotes of searches add up (seed ${seed})`, () =>
  times(() => {
    const pricing = drawAny();
    const window = { startedAt: pricing.startedAt, endedAt: pricing.endedAt };
    const shown = quoteOf(drawLot(pricing), window, () => 'sealed');
    // Time that is not sold has no quote.
    if (shown === null) return;
    const quote = answered(shown);
    const { amount, minutes } = recompute(quote);
    expect(quote.amount).toBe(amount);
    const stayed = Math.max(1, Math.ceil((+window.endedAt - +window.startedAt) / 60_000));
    expectMinutes(minutes, stayed, pricing);
  }));

test(`holds of several spaces add up (seed ${seed})`, () =>
  times(() => {
    const { quote } = answered(toHoldShape(drawHold(random, drawAny())));
    expect(quote.amount).toBe(recompute(quote).amount);
  }));

test(`stays under way, extended or not, add up to their estimate (seed ${seed})`, () =>
  times(() => {
    const session = { ...drawSession(random, drawAny()), endedAt: null };
    const shape = answered(toSessionShape(session, caller));
    expect(shape.estimated_amount).toBe(recompute(shape.pricing).amount);
  }));

test(`stays that ended add up to their price (seed ${seed})`, () =>
  times(() => {
    const pricing = drawAny();
    const shape = answered(toSessionShape(drawSession(random, pricing), caller));
    const { amount, minutes } = recompute(shape.pricing);
    expect(shape.subtotal).toBe(amount);
    expectMinutes(minutes, shape.duration_minutes, pricing);
  }));

test(`receipts add up, refunds and imported stays included (seed ${seed})`, () =>
  times(() => {
    const session = drawSession(random, drawAny());
    const isImported = random.next() < 0.2;
    const stay = { ...session, source: isImported ? ('import' as const) : session.source };
    // An imported stay has any amount, independent of its rate.
    if (isImported) stay.subtotalMinor = Math.floor(random.next() * 1e6);
    const refunds = isImported ? [] : drawRefunds(random, stay);
    const receipt = answered<AnsweredReceipt>(toReceiptShape(stay, refunds, caller));
    const { amount, minor, units } = recompute(receipt.pricing);
    expect(receipt.subtotal).toBe(amount);
    const kept = receipt.refunds.filter(({ status }) => status !== 'failed');
    const refunded = kept.reduce((sum, one) => sum + minor(one.amount), 0n);
    expect(receipt.refunded).toBe(units(refunded));
    expect(receipt.total).toBe(units(minor(amount) - refunded));
    checkLines(receipt, { ...stay, refunds });
  }));

/** The lines of a receipt add up to what was paid, and to what the lot's operator has of it. */
function checkLines(receipt: AnsweredReceipt, stay: FoundSession & { refunds: Refund[] }): void {
  const { minor, units } = recompute(receipt.pricing);
  const sumOf = (lines: AnsweredReceipt['lines']) =>
    lines.reduce((sum, { amount }) => sum + minor(amount), 0n);
  const paid = receipt.lines.filter(({ kind }) => kind === 'stay' || kind === 'refund');
  expect(units(sumOf(paid))).toBe(receipt.total);
  const kept = stay.refunds.filter(({ status }) => status !== 'failed');
  const reversed = kept.reduce((sum, { feeMinor }) => sum + BigInt(feeMinor), 0n);
  const fee = stay.source === 'import' ? 0n : BigInt(stay.platformFeeMinor ?? 0);
  expect(sumOf(receipt.lines)).toBe(minor(receipt.total) - fee + reversed);
  for (const line of receipt.lines) {
    const sign = line.kind === 'platform_fee' ? -1n : 1n;
    const amount = amountByShare(line, minor);
    if (amount !== undefined) expect(minor(line.amount)).toBe(sign * amount);
    expect(amount === undefined).toBe(line.kind === 'stay' || line.kind === 'refund');
  }
}

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
