import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minorOf, RATE_UNITS_MAX } from '../../../../../src/kit/money.ts';
import { chargeOf } from '../../../../../src/kit/osm/values/charge-of.ts';
import type { PlainPrice } from '../../../../../src/kit/osm/values/price-text.ts';
import { readPrice } from '../../../../../src/kit/osm/values/read-price.ts';

const MINUTES_OF_DAY = 1440;
const STEPS = Array.from({ length: MINUTES_OF_DAY }, (_, i) => i + 1).filter(
  (step) => MINUTES_OF_DAY % step === 0,
);

const prices: fc.Arbitrary<PlainPrice> = fc
  .record({
    currency: fc.constantFrom('usd', 'eur', 'jpy', 'kwd', 'chf', 'top', 'all'),
    rateUnit: fc.constantFrom('hour' as const, 'day' as const),
    step: fc.constantFrom(...STEPS),
    rateMinor: fc.integer({ min: 1, max: minorOf(RATE_UNITS_MAX, 'jpy') }),
  })
  .map(({ step, ...price }) => ({
    ...price,
    billingStepMinutes: price.rateUnit === 'day' ? 1 : step,
  }));

const currencies = fc.constantFrom(null, 'eur', 'usd');

test('what is written reads back exactly, in any country', () => {
  fc.assert(
    fc.property(prices, currencies, (price, currency) => {
      const charge = chargeOf(price);
      fc.pre(charge !== null);
      expect(readPrice({ fee: 'yes', charge }, { currency })).toEqual({
        kind: 'rate',
        ...price,
        maxDailyMinor: null,
      });
    }),
    { numRuns: 2_000 },
  );
});

test('a charge is not written only when one billing step has no whole amount', () => {
  fc.assert(
    fc.property(prices, (price) => {
      const isUneven = (price.rateMinor * price.billingStepMinutes) % 60 !== 0;
      const isWritten = chargeOf(price) !== null;
      expect(isWritten).toBe(price.billingStepMinutes === 1 || !isUneven);
    }),
  );
});

test.each([
  [{ rateMinor: 250, rateUnit: 'hour', billingStepMinutes: 1, currency: 'usd' }, '2.50 USD/hour'],
  [{ rateMinor: 2000, rateUnit: 'day', billingStepMinutes: 1, currency: 'usd' }, '20.00 USD/day'],
  [{ rateMinor: 300, rateUnit: 'hour', billingStepMinutes: 1, currency: 'jpy' }, '300 JPY/hour'],
  [
    { rateMinor: 550, rateUnit: 'hour', billingStepMinutes: 30, currency: 'usd' },
    '2.75 USD/30 minutes',
  ],
  [
    { rateMinor: 300, rateUnit: 'hour', billingStepMinutes: 60, currency: 'eur' },
    '3.00 EUR/60 minutes',
  ],
  [
    { rateMinor: 250, rateUnit: 'hour', billingStepMinutes: 120, currency: 'eur' },
    '5.00 EUR/2 hours',
  ],
  [{ rateMinor: 5, rateUnit: 'hour', billingStepMinutes: 1, currency: 'kwd' }, '0.005 KWD/hour'],
  [{ rateMinor: 275, rateUnit: 'hour', billingStepMinutes: 30, currency: 'usd' }, null],
] as const)('%j is written %s', (price, charge) => {
  expect(chargeOf(price)).toBe(charge);
});
