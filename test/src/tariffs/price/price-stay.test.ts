import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANYWHERE, type PlainRate, plainTariff } from '../../../../src/tariffs/plain-rate.ts';
import { priceStay } from '../../../../src/tariffs/price/price-stay.ts';
import { describeLine } from '../../../../src/tariffs/words/describe-line.ts';

const MINUTE_MS = 60_000;
const start = new Date('2026-03-07T12:00:00Z');

const RATE = {
  ...{ rateMinor: 350, rateUnit: 'hour' as const },
  ...{ billingStepMinutes: 1, maxDailyMinor: null },
};

function price(minutes: number, given: Partial<PlainRate> & { startedAt?: Date } = {}) {
  const { startedAt = start, ...rate } = given;
  const endedAt = new Date(startedAt.getTime() + minutes * MINUTE_MS);
  return priceStay(plainTariff({ ...RATE, ...rate }), { startedAt, endedAt }, ANYWHERE);
}

test('a stay that has hardly begun costs one minute', () => {
  expect(price(0)).toMatchObject({ minutes: 1, subtotalMinor: 6 });
});

test('a started minute counts as a whole one', () => {
  const after = (ms: number) => price(ms / MINUTE_MS, { rateMinor: 600 }).subtotalMinor;
  expect(after(MINUTE_MS)).toBe(10);
  expect(after(MINUTE_MS + 1)).toBe(20);
});

describe('a billing step', () => {
  const halfHours = { rateMinor: 550, billingStepMinutes: 30 };

  test.each([
    [1, 275],
    [30, 275],
    [31, 550],
    [60, 550],
    [61, 825],
  ])('of 30 minutes bills %d minutes at 5.50 an hour as %d', (minutes, amount) => {
    expect(price(minutes, halfHours).subtotalMinor).toBe(amount);
  });

  test('longer than an hour is paid whole', () => {
    const twoHours = { rateMinor: 250, billingStepMinutes: 120 };
    expect(price(1, twoHours).subtotalMinor).toBe(500);
    expect(price(60, twoHours).subtotalMinor).toBe(500);
  });

  test('begins again with each rolling day that has a maximum', () => {
    const { lines } = price(1_440 + 31, { ...halfHours, maxDailyMinor: 2_000 });
    expect(lines).toMatchObject([
      { minutes: 1_440, billedMinutes: 1_440, amountMinor: 2_000 },
      { minutes: 31, billedMinutes: 60, amountMinor: 550 },
    ]);
  });

  test('is named on the line of a receipt', () => {
    const [line] = price(10, halfHours).lines;
    const words = line && describeLine(line, plainTariff({ ...RATE, ...halfHours }));
    expect(words).toBe('hourly rate by started 30 minutes');
  });

  test('never makes a stay cheaper, nor a longer stay cheaper than a shorter one', () => {
    const steps = fc.constantFrom(1, 5, 15, 30, 40, 60, 90, 120, 720, 1_440);
    fc.assert(
      fc.property(steps, fc.nat(3_000), fc.nat(600), fc.nat(9_999), (step, minutes, more, rate) => {
        const cost = (of: number, billingStepMinutes: number) =>
          price(of, { rateMinor: rate, billingStepMinutes }).subtotalMinor;
        expect(cost(minutes, step)).toBeGreaterThanOrEqual(cost(minutes, 1));
        expect(cost(minutes + more, step)).toBeGreaterThanOrEqual(cost(minutes, step));
      }),
    );
  });
});

test('the lines add up to the subtotal and contain every minute exactly once', () => {
  const stays = fc.record({
    minutes: fc.integer({ min: 0, max: 20_000 }),
    rateMinor: fc.nat(100_000),
    rateUnit: fc.constantFrom('hour' as const, 'day' as const),
    maxDailyMinor: fc.option(fc.nat(50_000)),
  });
  fc.assert(
    fc.property(stays, ({ minutes, ...rate }) => {
      const priced = price(minutes, rate);
      expect(priced.lines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(
        priced.subtotalMinor,
      );
      expect(priced.lines.reduce((sum, line) => sum + line.minutes, 0)).toBe(priced.minutes);
      for (const [index, line] of priced.lines.entries()) {
        expect(Number.isSafeInteger(line.amountMinor)).toBe(true);
        const before = priced.lines[index - 1];
        expect(line.from).toEqual(before ? before.to : start);
      }
    }),
  );
});

test('each rolling 24 hours cost at most the day maximum', () => {
  const { lines, subtotalMinor } = price(26 * 60, { maxDailyMinor: 1200 });
  expect(lines.map((line) => line.amountMinor)).toEqual([1200, 700]);
  expect(subtotalMinor).toBe(1900);
});

test('a daily rate is charged per started rolling day', () => {
  const rate = { rateUnit: 'day' as const, rateMinor: 2000 };
  expect(price(24 * 60, rate).subtotalMinor).toBe(2000);
  expect(price(24 * 60 + 1, rate).subtotalMinor).toBe(4000);
});

test.each([
  ['the clocks of New York go forward', '2026-03-08T06:30:00Z'],
  ['the clocks of New York go back', '2026-11-01T05:30:00Z'],
  ['the clocks of Lord Howe Island move by half an hour', '2026-04-04T14:30:00Z'],
  ['Samoa left out a day', '2011-12-30T09:30:00Z'],
  ['29 February begins', '2028-02-28T23:30:00Z'],
  ['29 February is left out', '2100-02-28T23:30:00Z'],
  ['a year begins', '2026-12-31T23:30:00Z'],
])('an hour lasts 60 x 60 s when %s', (_when, startedAt) => {
  expect(price(60, { startedAt: new Date(startedAt) })).toMatchObject({
    minutes: 60,
    subtotalMinor: 350,
  });
});

test('the price of a stay depends on its length, and not on its date', () => {
  const instant = fc.date({
    min: new Date('1970-01-01T00:00:00Z'),
    max: new Date('2199-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  const rates = fc.record({
    rateMinor: fc.nat(100_000),
    rateUnit: fc.constantFrom('hour' as const, 'day' as const),
    maxDailyMinor: fc.option(fc.nat(50_000)),
  });
  fc.assert(
    fc.property(instant, fc.nat(44_640), rates, (startedAt, minutes, rate) => {
      const { subtotalMinor, lines } = price(minutes, { ...rate, startedAt });
      const usual = price(minutes, rate);
      expect(subtotalMinor).toBe(usual.subtotalMinor);
      expect(lines.map((line) => line.amountMinor)).toEqual(
        usual.lines.map((line) => line.amountMinor),
      );
    }),
  );
});

test('a longer stay never costs less', () => {
  fc.assert(
    fc.property(
      fc.nat(10_000),
      fc.nat(500),
      fc.option(fc.nat(5_000)),
      (minutes, more, maxDailyMinor) => {
        const shorter = price(minutes, { maxDailyMinor }).subtotalMinor;
        expect(price(minutes + more, { maxDailyMinor }).subtotalMinor).toBeGreaterThanOrEqual(
          shorter,
        );
      },
    ),
  );
});
