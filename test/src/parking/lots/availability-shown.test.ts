import { expect, test } from 'vitest';
import {
  AVAILABILITY_SHOWN,
  isShownFull,
  leastFree,
  levelOf,
} from '../../../../src/parking/lots/availability-shown.ts';

const TOTALS = [0, 1, 2, 9, 10, 19, 20, 25, 100, 999];

test.each([
  [1, 1, 'few'],
  [2, 1, 'few'],
  [2, 2, 'free'],
  [19, 1, 'few'],
  [19, 2, 'free'],
  [20, 2, 'few'],
  [25, 2, 'few'],
  [25, 3, 'free'],
  [100, 10, 'few'],
  [100, 11, 'free'],
])('of %i spaces %i are %s', (total, free, level) => {
  expect(levelOf(total, free)).toBe(level);
});

test('a lot without a free space is full, and one whose spaces are not known has no level', () => {
  for (const total of TOTALS) for (const free of [0, -3]) expect(levelOf(total, free)).toBe('full');
  expect(levelOf(null, 0)).toBeNull();
});

test('lots that are shown alike are ranked and left out alike, and never above what they have', () => {
  for (const total of TOTALS)
    for (const shown of AVAILABILITY_SHOWN) {
      const ranks = new Map<unknown, Set<string>>();
      for (let free = 0; free <= total; free += 1) {
        const lot = { totalSpaces: total };
        const least = leastFree(lot, free, shown);
        expect(least).toBeLessThanOrEqual(free);
        const seen = { exact: free, level: levelOf(total, free), none: null }[shown];
        const rank = `${least} ${isShownFull(lot, free, shown)}`;
        ranks.set(seen, (ranks.get(seen) ?? new Set()).add(rank));
      }
      for (const same of ranks.values()) expect(same.size).toBe(1);
    }
});
