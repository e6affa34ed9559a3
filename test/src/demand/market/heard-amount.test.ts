import { expect, test } from 'vitest';
import { heardAmount, type Voice } from '../../../../src/demand/tiles/operator-cap.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';

const ATTACKS = 10_000;
const seed = seedOfRun();
const random = randomFrom(seed);

const voicesOf = (...values: number[]): Voice[] => values.map((value) => ({ weight: 10, value }));

test('without four operators it is their mean by weight', () => {
  expect(heardAmount([])).toBeNull();
  expect(heardAmount([{ weight: 0, value: 5 }])).toBeNull();
  const three = [...voicesOf(1, 2), { weight: 20, value: 9 }];
  expect(heardAmount(three)).toBeCloseTo((10 + 20 + 180) / 40, 9);
});

test('whoever has least, or most, counts as the next one, and nobody as more than a quarter', () => {
  expect(heardAmount(voicesOf(0, 2, 3, 1_000_000))).toBe(2.5);
  const heavy = [...voicesOf(2, 4, 6), { weight: 1_000_000, value: 5 }];
  // A quarter for each.
  expect(heardAmount(heavy)).toBeCloseTo((4 + 4 + 5 + 5) / 4, 9);
});

test(`whatever one of five has, the mean stays among what the others have (seed ${seed})`, () => {
  for (let i = 0; i < ATTACKS; i += 1) {
    const honest = Array.from({ length: 4 }, () => ({
      weight: 1 + 100 * random(),
      value: 1_000 * random(),
    }));
    const attack = { weight: 10 ** (8 * random()), value: 10 ** (12 * random() - 4) };
    const heard = heardAmount([...honest, attack]) ?? Number.NaN;
    const values = honest.map(({ value }) => value);
    expect(heard).toBeGreaterThanOrEqual(Math.min(...values));
    expect(heard).toBeLessThanOrEqual(Math.max(...values));
    // Whoever has far too much moves the mean no further than whoever has most of the others.
    const most = heardAmount([...honest, { ...attack, value: Math.max(...values) }]) ?? 0;
    if (attack.value >= Math.max(...values)) expect(heard).toBeCloseTo(most, 6);
  }
});
