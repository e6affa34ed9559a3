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

test('a started minute counts whole', () => {
  const stay = { rateMinor: 600, rateUnit: 'hour' as const, maxDailyMinor: null, startedAt: start };
  const at = (ms: number) => priceStay({ ...stay, endedAt: new Date(start.getTime() + ms) });
  expect(at(MINUTE_MS).subtotalMinor).toBe(10);
  expect(at(MINUTE_MS + 1).subtotalMinor).toBe(20);
});

test('the lines add up to the subtotal and leave no minute out or in twice', () => {
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

test('a change of the clocks moves nothing: the night of 8 March in New York lasts 60 x 60 s', () => {
  const before = new Date('2026-03-08T06:30:00Z');
  expect(price(60, { startedAt: before }).subtotalMinor).toBe(price(60).subtotalMinor);
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
