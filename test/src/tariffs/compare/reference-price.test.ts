import { expect, test } from 'vitest';
import {
  referencePrice,
  referencePrices,
} from '../../../../src/tariffs/compare/reference-price.ts';
import { plainTariff } from '../../../../src/tariffs/plain-rate.ts';
import type { Tariff, TariffPart } from '../../../../src/tariffs/tariff.ts';

const hourly = (price_minor: number): TariffPart => ({
  name: 'hour',
  steps: [{ from_minutes: 0, price_minor, per_minutes: 60 }],
});

const WORK: Tariff = {
  parts: [
    {
      name: 'day',
      when: { from_minute: 480, to_minute: 1_080 },
      steps: [
        { from_minutes: 0, price_minor: 200, per_minutes: 60 },
        { from_minutes: 60, price_minor: 60, per_minutes: 30 },
      ],
    },
    { name: 'evening', flat_minor: 500 },
  ],
  maxima: [],
};

test('an hour and 24 hours are those from 10:00 on a weekday', () => {
  // 8 hours of the day, the evening until 8 and 2 hours of the next day.
  expect(referencePrices(WORK)).toEqual({
    hour_minor: 200,
    day_minor: 200 + 14 * 60 + 500 + 4 * 60,
  });
});

test('a plain rate costs what it says', () => {
  const rate = { rateMinor: 300, billingStepMinutes: 1, maxDailyMinor: 2_000 };
  expect(referencePrices(plainTariff({ ...rate, rateUnit: 'hour' }))).toEqual({
    hour_minor: 300,
    day_minor: 2_000,
  });
});

test('a price of one weekday alone is not usual', () => {
  const when = { days: ['wed' as const] };
  const market: TariffPart = { ...hourly(9_000), name: 'market', when };
  expect(referencePrices({ parts: [market, hourly(100)], maxima: [] })).toEqual({
    hour_minor: 100,
    day_minor: 2_400,
  });
});

test('a lot that sells no 24 hours has the price of the time that it sells on a day', () => {
  const [day] = WORK.parts;
  if (day === undefined) throw new Error('no part');
  expect(referencePrices({ ...WORK, parts: [day], otherwise: 'not_for_sale' })).toEqual({
    hour_minor: 200,
    day_minor: 200 + 18 * 60,
  });
});

test('what is not sold on weekdays has no price', () => {
  const parts = [{ ...hourly(100), when: { days: ['sat' as const, 'sun' as const] } }];
  expect(referencePrices({ parts, otherwise: 'not_for_sale', maxima: [] })).toEqual({
    hour_minor: null,
    day_minor: null,
  });
});

test.each<[string, Tariff['parts'][number], number | null]>([
  ['by the hour', hourly(100), null],
  ['free of charge', hourly(0), 0],
  ['by the day', { name: 'day', steps: [{ ...step(700), per_minutes: 1_440 }] }, 700],
  ['a flat price', { name: 'flat', flat_minor: 500 }, 500],
  ['at most so much', { ...hourly(100), max_minor: 800 }, 800],
])('%s: more than an hour is known where no unknown maximum can cut it', (_what, part, price) => {
  const tariff: Tariff = { parts: [part], maxima: null };
  expect(referencePrices(tariff).day_minor).toBe(price);
});

function step(price_minor: number) {
  return { from_minutes: 0, price_minor };
}

test('any hour of the week can be asked for, by whichever length', () => {
  const saturdayEvening = { weekday: 5, hour: 19, minutes: 120 };
  expect(referencePrice(WORK, saturdayEvening)).toBe(500);
  expect(referencePrice(WORK, { weekday: 6, hour: 17, minutes: 120 })).toBe(700);
  expect(referencePrice({ ...WORK, maxima: null }, { weekday: 6, hour: 9, minutes: 61 })).toBe(
    null,
  );
  expect(referencePrice({ ...WORK, maxima: null }, { weekday: 6, hour: 9, minutes: 60 })).toBe(200);
});
