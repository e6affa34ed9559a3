import { expect, test } from 'vitest';
import { demandScore, type Percentile, searchedShare } from '../../../src/market/demand-score.ts';

/**
 * Percentiles 0 to 100 of a country in which these cells have so many callers per million spaces.
 */
function figuresOf(cells: readonly number[]): Percentile[] {
  const ascending = cells.toSorted((a, b) => a - b);
  return Array.from({ length: 101 }, (_, percentile) => ({
    country: 'CA',
    percentile,
    searchers_per_million: ascending[Math.ceil((percentile * cells.length) / 100) - 1] ?? 0,
  }));
}

const searchedOnly = (searchers: number, figures: readonly Percentile[]) =>
  demandScore({ occupiedShare: null, searchedShare: searchedShare(searchers, figures) });
const quiet = figuresOf([
  ...Array(60).fill(0),
  ...Array.from({ length: 40 }, (_, i) => 1_000 * 2 ** i),
]);

test('where nobody searched the score of searches is 0, however many cells have none', () => {
  expect(searchedOnly(0, quiet)).toBe(0);
  expect(searchedOnly(0, figuresOf([0, 0, 0]))).toBe(0);
});

test('equal cells have the lowest of their percentiles', () => {
  expect(searchedOnly(500, figuresOf(Array(100).fill(500)))).toBeLessThanOrEqual(60);
  // At half, 0.7 times and once the callers no cell has fewer; at 1.4 times and twice all have.
  expect(searchedOnly(500, figuresOf(Array(100).fill(500)))).toBe(40);
});

test('without occupancy and percentiles there is no score', () => {
  expect(searchedOnly(500, [])).toBeNull();
  expect(demandScore({ occupiedShare: 0.5, searchedShare: searchedShare(500, []) })).toBe(50);
});
