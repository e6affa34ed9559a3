import { expect, test } from 'vitest';
import { addRow, createRidge, expected, fade, solve } from '../../../../src/kit/forecast/ridge.ts';
import { createRandom, seedOfRun } from '../../../stage/random.ts';

const seed = seedOfRun();
const WIDTH = 4;
const PENALTY_DAYS = 80;

type Row = { features: Float64Array; outcome: number; weight: number };

function randomRows(count: number, truth: readonly number[]): Row[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const features = Float64Array.from({ length: WIDTH }, () => random.normal());
    const outcome = truth.reduce((sum, each, i) => sum + each * (features[i] ?? 0), 0);
    return { features, outcome: outcome + 0.1 * random.normal(), weight: 1 + random.next() };
  });
}

/** The weights with the smallest sum of weighted squares and penalty, found step by step. */
function bruteForce(rows: readonly Row[]): number[] {
  const squares = rows.map(({ features, weight }) =>
    features.reduce((sum, each) => sum + weight * each ** 2, 0),
  );
  const diagonal = squares.reduce((sum, each) => sum + each, 0);
  const penalty = (PENALTY_DAYS * diagonal) / (WIDTH * rows.length);
  const weights = new Array<number>(WIDTH).fill(0);
  for (let round = 0; round < 200; round += 1)
    for (let i = 0; i < WIDTH; i += 1) {
      let [above, below] = [0, penalty];
      for (const { features, outcome, weight } of rows) {
        const own = features[i] ?? 0;
        const all = weights.reduce((sum, each, j) => sum + each * (features[j] ?? 0), 0);
        above += weight * own * (outcome - all + own * (weights[i] ?? 0));
        below += weight * own ** 2;
      }
      weights[i] = above / below;
    }
  return weights;
}

function solved(rows: readonly Row[]): number[] {
  const ridge = createRidge(WIDTH);
  for (const { features, ...row } of rows) addRow(ridge, features, 0, row);
  solve(ridge, 1);
  return [...ridge.weights];
}

test(`the weights are those of a penalised least squares fit (seed ${seed})`, () => {
  const rows = randomRows(300, [0.5, -0.25, 0, 1]);
  const wanted = bruteForce(rows);
  for (const [i, weight] of solved(rows).entries()) expect(weight).toBeCloseTo(wanted[i] ?? 0, 6);
});

test(`of many rows the weights are those that made them (seed ${seed})`, () => {
  const truth = [0.5, -0.25, 0, 1];
  for (const [i, weight] of solved(randomRows(20_000, truth)).entries())
    expect(Math.abs(weight - (truth[i] ?? 0))).toBeLessThan(0.02);
});

test('few rows hardly move the weights, and none leaves them at 0', () => {
  expect(solved([])).toEqual([0, 0, 0, 0]);
  const [weight = 0] = solved([{ features: Float64Array.of(1, 0, 0, 0), outcome: 1, weight: 1 }]);
  expect(weight).toBeGreaterThan(0);
  expect(weight).toBeLessThan(0.06);
});

test('what was learnt long ago fades', () => {
  const ridge = createRidge(1);
  const feature = Float64Array.of(1);
  for (let i = 0; i < 2_000; i += 1) addRow(ridge, feature, 0, { outcome: 1, weight: 1 });
  fade(ridge, 0.001);
  for (let i = 0; i < 2_000; i += 1) addRow(ridge, feature, 0, { outcome: 3, weight: 1 });
  solve(ridge, 1);
  expect(expected(ridge.weights, feature, 0)).toBeGreaterThan(2.8);
});
