import { expect, test } from 'vitest';
import { countError, createErrorCounts, quantile } from '../../../../src/kit/forecast/quantiles.ts';
import { createRandom, seedOfRun } from '../../../stage/random.ts';

const seed = seedOfRun();
const CLASS_WIDTH = 0.05;

test(`a quantile is at most one class from that of the sorted errors (seed ${seed})`, () => {
  const random = createRandom(seed);
  const errors = Array.from({ length: 5_000 }, () => random.normal());
  const counts = createErrorCounts();
  for (const error of errors) countError(counts, error);
  errors.sort((a, b) => a - b);
  for (const share of [0.1, 0.5, 0.9]) {
    const wanted = errors[Math.floor(share * errors.length)] ?? 0;
    expect(Math.abs((quantile(counts, share, 1) ?? 99) - wanted)).toBeLessThan(CLASS_WIDTH);
  }
});

test('too few errors say nothing', () => {
  const counts = createErrorCounts();
  for (let i = 0; i < 49; i += 1) countError(counts, 1);
  expect(quantile(counts, 0.9, 50)).toBeUndefined();
  countError(counts, 1);
  expect(quantile(counts, 0.9, 50)).toBeCloseTo(1, 1);
});

test('errors beyond the largest class count as the largest', () => {
  const counts = createErrorCounts();
  for (const error of [-1e9, 1e9]) countError(counts, error);
  expect(quantile(counts, 0.1, 1)).toBeCloseTo(-8, 0);
  expect(quantile(counts, 0.9, 1)).toBeCloseTo(8, 0);
});
