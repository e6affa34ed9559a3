import { expect, test } from 'vitest';
import {
  createProfile,
  FAST,
  learnDay,
  readProfile,
  SLOW,
} from '../../../../../src/kit/forecast/history/profile.ts';

const weekOf = (day: number) => Math.floor(day / 7);

/** The profile of a lot with one figure a day, after so many days. */
function learned(days: number, figure: (day: number) => number) {
  const profile = createProfile(1);
  for (let day = 0; day < days; day += 1) learnDay(profile, day % 7, Float32Array.of(figure(day)));
  return profile;
}

function read(profile: ReturnType<typeof createProfile>, weekday: number, retention: number) {
  const out = new Float32Array(1);
  readProfile(profile, retention, weekday, out);
  return out[0];
}

test('a lot whose weeks continue the last one uses a fast profile', () => {
  const { chosen } = learned(140, (day) => weekOf(day) * 0.04);
  expect(chosen).toBe(0);
});

test('a lot whose weeks are up and down around a mean uses the slowest profile', () => {
  const { chosen } = learned(140, (day) => 0.5 + (weekOf(day) % 2 === 0 ? 0.3 : -0.3));
  expect(chosen).toBe(SLOW);
});

test('the first weeks of a weekday count alike', () => {
  const profile = learned(14, (day) => weekOf(day));
  for (const retention of [FAST, SLOW])
    expect(read(profile, 3, retention)).toBeCloseTo(retention === SLOW ? 0.5 : 0.6, 6);
});

test('a weekday that was never measured is like the days it resembles, then like all', () => {
  const working = learned(5, (day) => day);
  expect(read(working, 5, SLOW)).toBeCloseTo(2, 6);
  const withSaturday = learned(6, (day) => day * 10);
  expect(read(withSaturday, 6, SLOW)).toBeCloseTo(50, 6);
  expect(read(createProfile(1), 0, SLOW)).toBeNaN();
});

test('a day without figures changes nothing', () => {
  const profile = learned(7, (day) => day);
  const before = structuredClone(profile);
  learnDay(profile, 2, Float32Array.of(Number.NaN));
  expect(profile).toEqual(before);
});
