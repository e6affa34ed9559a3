import { expect, test } from 'vitest';
import {
  addDay,
  addScore,
  mean,
  meanErrors,
  noScore,
} from '../../../../../src/kit/forecast/backtest/scores.ts';

const NO = Number.NaN;
const predicted = (...values: number[]) => values.map((value) => ({ value }));

test('errors, their squares and peaks are those computed by hand', () => {
  const score = noScore();
  addDay(score, [0.2, 0.5, 0.4], predicted(0.3, 0.5, 0.8));
  addDay(score, [0.1, 0.1, 0.1], predicted(0.1, 0.1, 0.1));
  expect(score).toMatchObject({ cells: 6, peaks: 2 });
  expect(meanErrors(score)).toEqual({ mae: 0.08333, rmse: 0.16833, peak_mae: 0.15 });
});

test('only what was measured and forecast counts', () => {
  const score = noScore();
  addDay(score, [NO, 0.5, 0.9], predicted(0.3, NO, 0.8));
  addDay(score, [NO, NO, NO], predicted(1, 1, 1));
  expect(score).toMatchObject({ cells: 1, peaks: 1 });
  expect(meanErrors(score)).toEqual({ mae: 0.1, rmse: 0.1, peak_mae: 0.1 });
});

test('an outcome on the bound of an interval is inside it', () => {
  const score = noScore();
  const interval = { value: 0.5, low: 0.25, high: 0.75 };
  addDay(score, [0.25, 0.75, 0.24, 0.76], [interval, interval, interval, interval]);
  expect(mean(score.insideCount, score.cells)).toBe(0.5);
});

test('the sum of scores is the score of all days', () => {
  const [one, other, both] = [noScore(), noScore(), noScore()];
  for (const score of [one, both]) addDay(score, [0.1, 0.9], predicted(0.2, 0.4));
  for (const score of [other, both]) addDay(score, [0.7], [{ value: 0.6, low: 0, high: 1 }]);
  addScore(one, other);
  expect(one).toEqual(both);
});

test('nothing measured is null, not 0', () => {
  expect(meanErrors(noScore())).toEqual({ mae: null, rmse: null, peak_mae: null });
});
