import { expect, test } from 'vitest';
import { recommendPrice } from '../../../src/outlook/recommend-price.ts';

const rate = (avgHourlyMinor: number, currency = 'cad') => ({ avgHourlyMinor, currency });
const peak = (peakPct: number | null, isClosed = false) => ({ peakPct, isClosed });

test.each([
  [0, 0.5, 200, 'is below the target of 80 %, so lower the average rate of 4.00 CAD/h by 50 %.'],
  [39, 0.5, 200, 'is below the target of 80 %, so lower the average rate of 4.00 CAD/h by 50 %.'],
  [60, 0.75, 300, 'is below the target of 80 %, so lower the average rate of 4.00 CAD/h by 25 %.'],
  [80, 1, 400, 'is at the target of 80 %, so keep the average rate of 4.00 CAD/h.'],
  [92, 1.15, 460, 'is above the target of 80 %, so raise the average rate of 4.00 CAD/h by 15 %.'],
  [100, 1.25, 500, 'is above the target of 80 %, so raise the average rate of 4.00 CAD/h by 25 %.'],
])('a peak of %i %% moves the rate toward the target', (peakPct, multiplier, rateMinor, words) => {
  expect(recommendPrice(rate(400), peak(peakPct))).toEqual({
    multiplier,
    rateMinor,
    rationale: `Expected peak of ${peakPct} % ${words}`,
  });
});

test('the recommended rate is the average times the multiplier, rounded half up', () => {
  for (let peakPct = 0; peakPct <= 100; peakPct += 1)
    for (const minor of [0, 1, 350, 395, 99_999]) {
      const { rateMinor, multiplier } = recommendPrice(rate(minor), peak(peakPct));
      expect(rateMinor).toBe(Math.floor((2 * minor * Math.round(100 * multiplier) + 100) / 200));
    }
});

test('a rate is written with the digits of its currency', () => {
  expect(recommendPrice(rate(300, 'jpy'), peak(80)).rationale).toContain('rate of 300 JPY/h');
  expect(recommendPrice(rate(1_250, 'bhd'), peak(80)).rationale).toContain('rate of 1.250 BHD/h');
});

test('a closed or unknown area keeps its rate', () => {
  expect(recommendPrice(rate(400), peak(0, true))).toMatchObject({ multiplier: 1, rateMinor: 400 });
  expect(recommendPrice(rate(400), peak(null))).toMatchObject({ multiplier: 1, rateMinor: 400 });
});

test('where no rate is posted, none is recommended', () => {
  expect(recommendPrice(null, peak(100))).toMatchObject({ multiplier: 1.25, rateMinor: 0 });
});
