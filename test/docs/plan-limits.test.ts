import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PLAN_LIMITS, shownFigure } from '../../src/access/plans/plan-limits.ts';
import { PLANS } from '../../src/access/plans/plan-prices.ts';

const [, section = ''] = readFileSync('docs/running.md', 'utf8').split('## Limits by plan');
const rows = section
  .split('\n')
  .filter((line) => /^\|(?!-)/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(2, -1)
      .map((cell) => cell.trim()),
  );

test('the page has the limits of every plan', () => {
  const figures = Object.keys(PLAN_LIMITS.free) as (keyof typeof PLAN_LIMITS.free)[];
  const expected = figures.map((name) => PLANS.map((plan) => shownFigure(PLAN_LIMITS[plan][name])));
  const [head, ...told] = rows.slice(0, 1 + figures.length);
  expect(head).toEqual(PLANS);
  expect(told).toEqual(expected);
});
