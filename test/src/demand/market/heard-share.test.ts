import { expect, test } from 'vitest';
import { heardShare, speakersCap, type Voice } from '../../../../src/demand/tiles/operator-cap.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';

const WORLDS = 20_000;
const PART_MAX = 1 / 6;
const PULL_MAX = 0.2;
const seed = seedOfRun();
const random = randomFrom(seed);

/** Shares are often so far apart that somebody is just at the edge of what is near. */
function voicesOf(world: number): Voice[] {
  const most = world % 10 === 0 ? 60 : 7;
  const weightMax = world % 3 === 0 ? 3 : 900;
  return Array.from({ length: 1 + Math.floor(random() * most) }, () => ({
    weight: 1 + Math.floor(random() ** 3 * weightMax),
    value: world % 2 === 0 ? Math.round(random() * 40) / 40 : random(),
  }));
}

/** Found by halves: of several shares at which pulls balance, the one next to the mean. */
function balanceOf(voices: readonly Voice[]): number {
  const cap = speakersCap(
    voices.map(({ weight }) => weight),
    voices.length,
    PART_MAX,
  );
  if (cap === null) return Number.NaN;
  const heard = voices.map(({ weight, value }) => ({ weight: Math.min(weight, cap), value }));
  const total = heard.reduce((sum, { weight }) => sum + weight, 0);
  const mean = heard.reduce((sum, { weight, value }) => sum + weight * value, 0) / total;
  const pullAt = (share: number) =>
    heard.reduce(
      (sum, { weight, value }) =>
        sum + weight * Math.max(-PULL_MAX, Math.min(PULL_MAX, value - share)),
      0,
    ) / total;
  if (Math.abs(pullAt(mean)) < 1e-12) return mean;
  const way = Math.sign(pullAt(mean));
  let [near, far] = [mean, way > 0 ? 1 : 0];
  for (let i = 0; i < 60; i += 1) {
    const middle = (near + far) / 2;
    if (way * pullAt(middle) > 1e-13) near = middle;
    else far = middle;
  }
  return near;
}

test(`a share is heard where all pulls balance, in any order of voices (seed ${seed})`, () => {
  let farApart = 0;
  for (let world = 0; world < WORLDS; world += 1) {
    const voices = voicesOf(world);
    const heard = heardShare(voices);
    expect(heard, JSON.stringify(voices)).toBeCloseTo(balanceOf(voices), 8);
    expect(heardShare(voices.toReversed())).toBeCloseTo(heard ?? Number.NaN, 9);
    const values = voices.map(({ value }) => value);
    if (Math.max(...values) - Math.min(...values) > 0.5) farApart += 1;
  }
  expect(farApart).toBeGreaterThan(WORLDS / 4);
});

test('where all are within 20 points of it, a share is their mean', () => {
  expect(heardShare([])).toBeNull();
  expect(heardShare([{ weight: 0, value: 0.5 }])).toBeNull();
  const voices = [
    { weight: 3, value: 0.4 },
    { weight: 1, value: 0.6 },
  ];
  expect(heardShare(voices)).toBe(0.45);
});
