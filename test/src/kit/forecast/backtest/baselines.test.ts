import { expect, test } from 'vitest';
import { holtWinters, seasonalNaive } from '../../../../../src/kit/forecast/backtest/baselines.ts';
import { HALF_HOURS } from '../../../../../src/kit/forecast/history/day-curve.ts';
import { createRandom, seedOfRun } from '../../../../stage/random.ts';

const figures = (days: number, at: (day: number, slot: number) => number) =>
  Float32Array.from({ length: days * HALF_HOURS }, (_, i) =>
    at(Math.floor(i / HALF_HOURS), i % HALF_HOURS),
  );
const meanError = (values: Float32Array, predicted: Float32Array, from: number) => {
  const errors = [...values.subarray(from)].map((value, i) =>
    Math.abs(value - (predicted[from + i] ?? 9)),
  );
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
};

test('the naive forecast is the same half hour a week before', () => {
  const values = figures(21, (day, slot) => (day * 7 + slot) / 300);
  const predicted = seasonalNaive(values, 21);
  for (let i = 7 * HALF_HOURS; i < values.length; i += 1)
    expect(predicted[i]).toBe(values[i - 7 * HALF_HOURS]);
});

test('where last week is not known it is the week before, then the day before, then the last', () => {
  const values = figures(30, (day, slot) => {
    if (slot === 1) return day < 8 ? day / 100 : Number.NaN;
    return slot === 2 && day !== 28 ? Number.NaN : 0.75;
  });
  const predicted = seasonalNaive(values, 30);
  expect(predicted[15 * HALF_HOURS + 1]).toBeCloseTo(0.01, 6);
  expect(predicted[14 * HALF_HOURS + 1]).toBeCloseTo(0.07, 6);
  expect(predicted[22 * HALF_HOURS + 1]).toBeCloseTo(0.01, 6);
  expect(predicted[29 * HALF_HOURS + 2]).toBe(0.75);
  expect(predicted[20 * HALF_HOURS + 2]).toBe(0.75);
  expect(predicted[0]).toBeNaN();
});

test('Holt-Winters forecasts a week that repeats without an error', () => {
  const values = figures(35, (day, slot) => 0.1 * (day % 7) + slot / 150);
  expect(meanError(values, holtWinters(values, 35), 14 * HALF_HOURS)).toBeLessThan(1e-4);
});

test('Holt-Winters follows a level that rises', () => {
  const values = figures(70, (day, slot) => (slot / HALF_HOURS) * 0.3 + day * 0.008);
  const from = 42 * HALF_HOURS;
  expect(meanError(values, holtWinters(values, 70), from)).toBeLessThan(
    meanError(values, seasonalNaive(values, 70), from) / 2,
  );
});

const seed = seedOfRun();

test.each([
  ['the naive forecast', seasonalNaive],
  ['Holt-Winters', holtWinters],
])(`%s of a day uses the days before it alone (seed ${seed})`, (_, forecast) => {
  const random = createRandom(seed);
  const values = figures(30, () => random.pick([Number.NaN, random.next()]));
  const from = 20 * HALF_HOURS;
  const other = values.map((value, i) => (i < from ? value : random.next()));
  const [predicted, otherSaid] = [forecast(values, 30), forecast(other, 30)];
  expect(otherSaid.subarray(0, from + HALF_HOURS)).toEqual(
    predicted.subarray(0, from + HALF_HOURS),
  );
});
