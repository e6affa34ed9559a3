import { expect, test } from 'vitest';
import { missesAim } from '../../bench/report.ts';

test.each([
  [0.5, '>= 0.5', false],
  [0.49, '>= 0.5', true],
  [2, '<= 2', false],
  [2.01, '<= 2', true],
  [Number.NaN, '>= 0.5', true],
  [0.01, 'none', false],
  [0.01, '', false],
])('a ratio of %f where the aim is "%s": misses it is %s', (ratio, aim, misses) => {
  expect(missesAim({ ratio, aim })).toBe(misses);
});
