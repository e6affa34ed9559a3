import { expect, test } from 'vitest';
import {
  demandScore,
  type Percentile,
  searchedShare,
} from '../../../../src/demand/areas/demand-score.ts';

/**
 * Percentiles 0 to 100 of a country in which these areas have so many callers.
 */
function figuresOf(cells: readonly number[]): Percentile[] {
  const ascending = cells.toSorted((a, b) => a - b);
  return Array.from({ length: 101 }, (_, percentile) => ({
    country: 'CA',
    percentile,
    searcher_count: ascending[Math.ceil((percentile * cells.length) / 100) - 1] ?? 0,
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
  // Up to once the callers no cell has fewer; from 1.19 to six times as many all have.
  expect(searchedOnly(500, figuresOf(Array(100).fill(500)))).toBe(Math.round((100 * 10) / 21));
});

test('two callers more on each day of a week change the score of searches by at most 15', () => {
  for (const spread of [1, 1.01, 1.1, 1.5, 3])
    for (const base of [4, 28, 100, 1_000]) {
      const others = Array.from({ length: 100 }, (_, i) => Math.round(base * spread ** (i / 10)));
      for (const own of others) {
        const before = searchedOnly(own, figuresOf(others)) ?? Number.NaN;
        const searched = searchedOnly(own + 14, figuresOf(others)) ?? Number.NaN;
        const elsewhere = searchedOnly(own, figuresOf(others.map((one) => one + 14))) ?? Number.NaN;
        expect(searched - before).toBeLessThanOrEqual(15);
        expect(before - elsewhere).toBeLessThanOrEqual(15);
      }
    }
});

test('without occupancy and percentiles there is no score', () => {
  expect(searchedOnly(500, [])).toBeNull();
  expect(demandScore({ occupiedShare: 0.5, searchedShare: searchedShare(500, []) })).toBe(50);
});
