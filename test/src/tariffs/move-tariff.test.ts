import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveTariff } from '../../../src/tariffs/move-tariff.ts';
import type { Tariff } from '../../../src/tariffs/tariff.ts';

const step = (from_minutes: number, price_minor: number, per_minutes: number) => ({
  ...{ from_minutes, price_minor, per_minutes },
});
const TARIFF: Tariff = {
  parts: [
    { name: 'day', steps: [step(0, 200, 60), step(60, 55, 30)], max_minor: 1_000 },
    { name: 'night', flat_minor: 501 },
    { name: 'Sunday', flat_minor: 0 },
  ],
  free_minutes: 30,
  maxima: [{ per: 'calendar_day', amount_minor: 1_500 }],
};
const ALL = { parts: null, areMaximaMoved: false };
const NO_LIMITS = { floorMinor: null, ceilingMinor: 100_000_000 };
const pricesOf = ({ parts }: Tariff) =>
  parts.map(({ steps, flat_minor }) => steps?.map(({ price_minor }) => price_minor) ?? flat_minor);

test('all prices are multiplied and rounded half up once, and maxima are not', () => {
  const { tariff, limited } = moveTariff(TARIFF, [150], NO_LIMITS, ALL);
  expect(pricesOf(tariff)).toEqual([[300, 83], 752, 0]);
  expect(tariff.parts[0]?.max_minor).toBe(1_000);
  expect({ ...tariff, parts: [] }).toEqual({ ...TARIFF, parts: [] });
  expect(limited.size).toBe(0);
  // 200 x 1.1 x 0.95 = 209, 55 x 1.1 x 0.95 = 57.475, 501 x 1.1 x 0.95 = 523.545.
  expect(pricesOf(moveTariff(TARIFF, [110, 95], NO_LIMITS, ALL).tariff)).toEqual([
    [209, 57],
    524,
    0,
  ]);
});

test('a part beyond the ceiling is moved to it as a whole, the others are not', () => {
  const { tariff, limited } = moveTariff(
    TARIFF,
    [200],
    { floorMinor: null, ceilingMinor: 600 },
    ALL,
  );
  expect(pricesOf(tariff)).toEqual([[400, 110], 600, 0]);
  expect([...limited]).toEqual(['ceiling']);
});

test('the floor is for an hour, or a day where prices are per day, and what is free stays free', () => {
  const byDay = { name: 'long', steps: [step(0, 900, 1_440)] };
  const longer = { ...TARIFF, parts: [...TARIFF.parts, byDay] };
  const { tariff, limited } = moveTariff(longer, [50], { ...NO_LIMITS, floorMinor: 400 }, ALL);
  expect(pricesOf(tariff)).toEqual([[400, 110], 400, 0, [450]]);
  expect([...limited]).toEqual(['floor']);
});

test('parts that are not named stay, and maxima move where that is asked for', () => {
  const days = { parts: ['day'], areMaximaMoved: true };
  const { tariff } = moveTariff(TARIFF, [150], NO_LIMITS, days);
  expect(pricesOf(tariff)).toEqual([[300, 83], 501, 0]);
  expect(tariff.parts[0]?.max_minor).toBe(1_500);
  expect(tariff.maxima).toEqual([{ per: 'calendar_day', amount_minor: 2_250 }]);
});

test('prices stay whole and not negative, whatever the multipliers', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 10, max: 1_000 }), { maxLength: 6 }),
      fc.option(fc.nat(10_000)),
      (percents, floorMinor) => {
        const limits = { floorMinor, ceilingMinor: 20_000 };
        for (const price of pricesOf(moveTariff(TARIFF, percents, limits, ALL).tariff).flat())
          expect(Number.isSafeInteger(price) && (price ?? -1) >= 0).toBe(true);
      },
    ),
  );
});
