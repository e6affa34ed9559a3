import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MULTIPLIER_MAX,
  MULTIPLIER_MIN,
  PEAK_TARGET_PCT,
  PRICE_ELASTICITY,
  type PriceQuestion,
  recommendPrice,
} from '../../../../src/demand/outlook/recommend-price.ts';

const RUNS = { numRuns: 5_000 };

const rate = (avgHourlyMinor: number, currency = 'cad') => ({ avgHourlyMinor, currency });
const ask = (more: Partial<PriceQuestion> = {}) =>
  recommendPrice({
    rate: rate(400),
    peakPct: 80,
    revenueMinor: 100_000,
    isClosed: false,
    elasticity: PRICE_ELASTICITY,
    ...more,
  });

const pricedQuestions = fc.record({
  rate: fc.integer({ min: 1, max: 1_000_000 }).map((minor) => rate(minor)),
  peakPct: fc.integer({ min: 0, max: 100 }),
  revenueMinor: fc.nat(),
  isClosed: fc.constant(false),
  // Both demand that hardly heeds prices and demand that a lower price brings more revenue from.
  elasticity: fc.double({ min: -5, max: -0.01, noNaN: true }),
});
const questions: fc.Arbitrary<PriceQuestion> = fc.record({
  rate: fc.option(fc.nat({ max: 1_000_000 }).map((minor) => rate(minor))),
  peakPct: fc.option(fc.integer({ min: 0, max: 100 })),
  revenueMinor: fc.option(fc.nat()),
  isClosed: fc.boolean(),
  elasticity: fc.double({ min: -5, max: -0.01, noNaN: true }),
});

test.each([
  // (peak / 80) ** 2.5 by hand, and 100,000 x multiplier ** 0.6.
  [80, 1, 400, 100_000, 'is at the target of 80 %, so keep the average rate of 4.00 CAD/h.'],
  [
    81,
    1.03,
    412,
    101_789,
    'is above the target of 80 %, so raise the average rate of 4.00 CAD/h by 3 %.',
  ],
  [
    90,
    1.34,
    536,
    119_196,
    'is above the target of 80 %, so raise the average rate of 4.00 CAD/h by 34 %.',
  ],
  [
    100,
    1.75,
    700,
    139_902,
    'is above the target of 80 %, so raise the average rate of 4.00 CAD/h by 75 %.',
  ],
])(
  'a peak of %i percent moves the rate to the target',
  (peakPct, multiplier, rateMinor, revenueMinor, words) => {
    expect(ask({ peakPct })).toEqual({
      currentRateMinor: 400,
      rateMinor,
      multiplier,
      currentRevenueMinor: 100_000,
      revenueMinor,
      elasticity: -0.4,
      decidedBy: 'target',
      rationale: `Expected peak of ${peakPct} % ${words}`,
    });
  },
);

test.each([0, 1, 39, 60, 79])(
  'at a peak of %i percent the rate is kept, with the reason',
  (peakPct) => {
    expect(ask({ peakPct })).toEqual({
      currentRateMinor: 400,
      rateMinor: 400,
      multiplier: 1,
      currentRevenueMinor: 100_000,
      revenueMinor: 100_000,
      elasticity: -0.4,
      decidedBy: 'revenue',
      rationale:
        `Expected peak of ${peakPct} % is below the target of 80 %, but with a price elasticity ` +
        'of -0.4 a lower rate brings no more revenue, so keep the average rate of 4.00 CAD/h.',
    });
  },
);

test('the rate is lowered where that brings more, and not raised where that brings less', () => {
  // (60 / 80) ** 0.5 = 0.866; 100,000 x 0.87 ** -1.
  expect(ask({ peakPct: 60, elasticity: -2 })).toMatchObject({
    rateMinor: 348,
    multiplier: 0.87,
    revenueMinor: 114_943,
    decidedBy: 'target',
    rationale:
      'Expected peak of 60 % is below the target of 80 %, so lower the average rate of 4.00 ' +
      'CAD/h by 13 %.',
  });
  expect(ask({ peakPct: 90, elasticity: -2 })).toMatchObject({
    rateMinor: 400,
    multiplier: 1,
    revenueMinor: 100_000,
    decidedBy: 'revenue',
    rationale:
      'Expected peak of 90 % is above the target of 80 %, but with a price elasticity of -2 a ' +
      'higher rate brings no more revenue, so keep the average rate of 4.00 CAD/h.',
  });
});

test('a bound that decided is named', () => {
  expect(ask({ peakPct: 100, elasticity: -0.2 })).toMatchObject({
    multiplier: 2,
    rateMinor: 800,
    decidedBy: 'upper_bound',
    rationale:
      'Expected peak of 100 % is above the target of 80 %, so raise the average rate of 4.00 ' +
      'CAD/h by 100 %, the most that is advised.',
  });
  expect(ask({ peakPct: 10, elasticity: -2 })).toMatchObject({
    multiplier: 0.5,
    rateMinor: 200,
    decidedBy: 'lower_bound',
    rationale:
      'Expected peak of 10 % is below the target of 80 %, so lower the average rate of 4.00 ' +
      'CAD/h by 50 %, the most that is advised.',
  });
});

test('no advice brings less than the rate of today, however demand responds to prices', () => {
  fc.assert(
    fc.property(questions, (question) => {
      const { currentRevenueMinor, revenueMinor } = recommendPrice(question);
      expect(currentRevenueMinor).toBe(question.revenueMinor);
      expect(revenueMinor === null).toBe(question.revenueMinor === null);
      expect(revenueMinor ?? 0).toBeGreaterThanOrEqual(question.revenueMinor ?? 0);
    }),
    RUNS,
  );
});

test('the revenue is that of the recommended rate, a multiple of the rate of today', () => {
  fc.assert(
    fc.property(pricedQuestions, (question) => {
      const { rate: today, revenueMinor: revenue, elasticity } = question;
      const advice = recommendPrice(question);
      const advised = advice.rateMinor ?? Number.NaN;
      const hundredths = Math.round(100 * advice.multiplier);
      expect(hundredths / 100).toBe(advice.multiplier);
      expect(advised).toBe(Math.floor((2 * today.avgHourlyMinor * hundredths + 100) / 200));
      // Demand at the new rate, times the new rate.
      const demand = (advised / today.avgHourlyMinor) ** elasticity;
      const expected = (revenue * demand * advised) / today.avgHourlyMinor;
      const rounding = 0.5 + 1e-9 * expected;
      expect(Math.abs((advice.revenueMinor ?? Number.NaN) - expected)).toBeLessThan(rounding);
    }),
    RUNS,
  );
});

test('what the answer says to have decided is what decided', () => {
  fc.assert(
    fc.property(pricedQuestions, (question) => {
      const { elasticity, peakPct } = question;
      // Large enough that each hundredth of it is whole.
      const { multiplier, decidedBy } = recommendPrice({ ...question, rate: rate(1_000_000) });
      const peakAt = (times: number) => peakPct * times ** elasticity;
      const step = 0.005;
      if (decidedBy === 'target') {
        expect(peakAt(multiplier - step)).toBeGreaterThanOrEqual(PEAK_TARGET_PCT * (1 - 1e-9));
        expect(peakAt(multiplier + step)).toBeLessThanOrEqual(PEAK_TARGET_PCT * (1 + 1e-9));
      } else if (decidedBy === 'lower_bound') {
        expect(multiplier).toBe(MULTIPLIER_MIN);
        expect(peakAt(MULTIPLIER_MIN)).toBeLessThan(PEAK_TARGET_PCT);
      } else if (decidedBy === 'upper_bound') {
        expect(multiplier).toBe(MULTIPLIER_MAX);
        expect(peakAt(MULTIPLIER_MAX)).toBeGreaterThan(PEAK_TARGET_PCT);
      } else {
        expect(decidedBy).toBe('revenue');
        expect(multiplier).toBe(1);
        // A step toward the target loses.
        const toward = peakPct < PEAK_TARGET_PCT ? 0.99 : 1.01;
        expect(toward ** (1 + elasticity)).toBeLessThan(1);
      }
    }),
    RUNS,
  );
});

test('a higher peak never lowers the advice', () => {
  fc.assert(
    fc.property(pricedQuestions, fc.nat({ max: 100 }), (question, more) => {
      const higher = { ...question, peakPct: Math.min(100, question.peakPct + more) };
      const [low, high] = [recommendPrice(question), recommendPrice(higher)];
      expect(high.multiplier).toBeGreaterThanOrEqual(low.multiplier);
      expect(high.rateMinor ?? 0).toBeGreaterThanOrEqual(low.rateMinor ?? 0);
      expect(low.multiplier).toBeGreaterThanOrEqual(MULTIPLIER_MIN);
      expect(high.multiplier).toBeLessThanOrEqual(MULTIPLIER_MAX);
    }),
    RUNS,
  );
});

test('a rate that has no whole unit near enough is kept', () => {
  expect(ask({ rate: rate(1, 'jpy'), peakPct: 90 })).toMatchObject({
    rateMinor: 1,
    multiplier: 1,
    revenueMinor: 100_000,
    decidedBy: 'target',
  });
});

test('a rate is written with the digits of its currency', () => {
  expect(ask({ rate: rate(300, 'jpy') }).rationale).toContain('rate of 300 JPY/h');
  expect(ask({ rate: rate(1_250, 'bhd') }).rationale).toContain('rate of 1.250 BHD/h');
});

test('a closed or unknown area keeps its rate', () => {
  const closed = ask({ peakPct: 0, isClosed: true, revenueMinor: 0 });
  expect(closed).toMatchObject({ multiplier: 1, rateMinor: 400, decidedBy: 'closed' });
  expect(closed).toMatchObject({ currentRevenueMinor: 0, revenueMinor: 0 });
  const unknown = ask({ peakPct: null, revenueMinor: null });
  expect(unknown).toMatchObject({ multiplier: 1, rateMinor: 400, decidedBy: 'unknown' });
  expect(unknown).toMatchObject({ currentRevenueMinor: null, revenueMinor: null });
});

test('where no rate is known, none is recommended, and 0 stays 0', () => {
  expect(ask({ rate: null, peakPct: 100 })).toMatchObject({
    currentRateMinor: null,
    rateMinor: null,
    multiplier: 1,
    decidedBy: 'no_rate',
    rationale:
      'Expected peak of 100 % is above the target of 80 %, but the rates of too few spaces are ' +
      'known to advise one.',
  });
  expect(ask({ rate: rate(0), peakPct: 100, revenueMinor: 0 })).toMatchObject({
    currentRateMinor: 0,
    rateMinor: 0,
    multiplier: 1,
    revenueMinor: 0,
    decidedBy: 'no_rate',
    rationale:
      'Expected peak of 100 % is above the target of 80 %, but an hour costs nothing on average.',
  });
});
