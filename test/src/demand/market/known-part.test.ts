import { expect, test } from 'vitest';
import { isHalfKnown, knownPart } from '../../../../src/demand/tiles/operator-cap.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';

const ROUNDS = 10_000;
const seed = seedOfRun();
const random = randomFrom(seed);

const someWeights = () =>
  Array.from({ length: 1 + Math.floor(12 * random()) }, () => Math.ceil(10 ** (5 * random())));

test('nothing is known where nobody has anything', () => {
  expect(knownPart([], [])).toBe(0);
  expect(knownPart([0, 0], [0, 0])).toBe(0);
  expect(isHalfKnown(0)).toBe(false);
});

test(`half of what each operator has is half of all, at any weights (seed ${seed})`, () => {
  for (let i = 0; i < ROUNDS; i += 1) {
    const weights = someWeights();
    const half = knownPart(
      weights,
      weights.map((weight) => weight / 2),
    );
    expect(half).toBeCloseTo(0.5, 9);
    expect(isHalfKnown(half)).toBe(true);
    const less = weights.map((weight) => weight * 0.499_999);
    expect(isHalfKnown(knownPart(weights, less))).toBe(false);
  }
});

test(`an operator however large is not half of four, and does not stand for the others (seed ${seed})`, () => {
  for (let i = 0; i < ROUNDS; i += 1) {
    const others = [1, 2, 3].map(() => Math.ceil(100 * random()));
    const large = Math.ceil(10 ** (9 * random()));
    const alone = knownPart([large, ...others], [large, 0, 0, 0]);
    expect(alone).toBeLessThanOrEqual(0.25 + 1e-9);
    // Of two, each has what it has.
    const [one = 0, two = 0] = others;
    expect(knownPart([one, two], [one, 0])).toBeCloseTo(one / (one + two), 9);
  }
});
