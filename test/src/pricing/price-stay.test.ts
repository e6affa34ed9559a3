import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceStay } from '../../../src/pricing/price-stay.ts';

const MINUTE_MS = 60_000;
const start = new Date('2026-03-07T12:00:00Z');

function price(minutes: number, rate: Partial<Parameters<typeof priceStay>[0]> = {}) {
  return priceStay({
    rateMinor: 350,
    rateUnit: 'hour',
    maxDailyMinor: null,
    ...rate,
    startedAt: rate.startedAt ?? start,
    endedAt: new Date((rate.startedAt ?? start).getTime() + minutes * MINUTE_MS),
  });
}

test('a stay that has hardly begun costs one minute', () => {
  expect(price(0)).toMatchObject({ minutes: 1, subtotalMinor: 6 });
});

test('a started minute counts as a whole one', () => {
  const stay = { rateMinor: 600, rateUnit: 'hour' as const, maxDailyMinor: null, startedAt: start };
  const at = (ms: number) => priceStay({ ...stay, endedAt: new Date(start.getTime() + ms) });
  expect(at(MINUTE_MS).subtotalMinor).toBe(10);
  expect(at(MINUTE_MS + 1).subtotalMinor).toBe(20);
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
