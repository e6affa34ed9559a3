import { describe, expect, test } from 'vitest';
import {
  cleanCounts,
  effectiveSpaces,
} from '../../../../../src/kit/forecast/history/clean-counts.ts';
import { HALF_HOURS } from '../../../../../src/kit/forecast/history/day-curve.ts';
import { createRandom, seedOfRun } from '../../../../stage/random.ts';

const SPACES = 100;
const counts = (days: number, at: (slot: number) => number) =>
  Float32Array.from({ length: days * HALF_HOURS }, (_, slot) => at(slot));
const removedFrom = (values: Float32Array, spaces = SPACES) => {
  const cleaned = values.slice();
  const removed = cleanCounts(cleaned, spaces);
  const places = [...cleaned.keys()].filter(
    (slot) => Number.isNaN(cleaned[slot]) && !Number.isNaN(values[slot]),
  );
  expect(removed).toBe(places.length);
  return places;
};
/** Another count in each half hour. */
const lively = (slot: number) => 40 + (slot % 2);
/** Lively, except from a slot on, for so many. */
const stuckAt = (value: number, from: number, length: number) =>
  counts(20, (slot) => (slot >= from && slot < from + length ? value : lively(slot)));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe('counts that cannot be right are removed:', () => {
  test('more than one and a half times the spaces', () => {
    const values = counts(1, (slot) => (slot < 24 ? 150 + (slot % 2) : lively(slot)));
    expect(removedFrom(values)).toEqual(range(0, 24).filter((slot) => slot % 2 === 1));
  });

  test('a single one that is far from both of its neighbours', () => {
    const low = counts(1, (slot) => (slot === 20 ? 0 : 90 + (slot % 2)));
    const high = counts(1, (slot) => (slot === 20 ? 100 : 10 + (slot % 2)));
    expect(removedFrom(low)).toEqual([20]);
    expect(removedFrom(high)).toEqual([20]);
  });

  test('one that is impossible and far from its neighbours is removed once', () => {
    expect(removedFrom(counts(1, (slot) => (slot === 20 ? 999 : lively(slot))))).toEqual([20]);
  });

  test('those of a counter that shows the same for more than two days', () => {
    expect(removedFrom(stuckAt(55, 96, 300))).toEqual(range(96 + 96, 96 + 300));
  });

  test('those of a counter that shows empty or full for more than a week', () => {
    for (const value of [0, SPACES])
      expect(removedFrom(stuckAt(value, 96, 500))).toEqual(range(96 + 7 * 48, 96 + 500));
  });
});

describe('counts that may be right stay:', () => {
  test('a step up or down', () => {
    expect(removedFrom(counts(1, (slot) => (slot < 20 ? lively(slot) / 8 : 95)))).toEqual([]);
  });

  test('a lot that is empty on each closed Sunday, and one with the same few cars there', () => {
    for (const left of [0, 3]) {
      const isSunday = (slot: number) => Math.floor(slot / HALF_HOURS) % 7 === 6;
      expect(removedFrom(counts(60, (slot) => (isSunday(slot) ? left : lively(slot))))).toEqual([]);
    }
  });

  test('the first and the last count of a day, which the day around them cannot judge', () => {
    for (const place of [HALF_HOURS - 1, HALF_HOURS]) {
      const values = counts(2, (slot) => (slot === place ? 100 : 10 + (slot % 2)));
      expect(removedFrom(values)).toEqual([]);
    }
  });

  test('a lot that is full for six days', () => {
    expect(removedFrom(stuckAt(SPACES, 96, 6 * 48))).toEqual([]);
  });

  test('a few counts that are far apart and the same', () => {
    const few = counts(10, (slot) => (slot % HALF_HOURS === 20 ? 40 : Number.NaN));
    expect(removedFrom(few)).toEqual([]);
  });
});

const seed = seedOfRun();

test(`no later day changes what is removed from an earlier one (seed ${seed})`, () => {
  const random = createRandom(seed);
  for (let round = 0; round < 50; round += 1) {
    const runs = counts(14, () => 0);
    for (let slot = 0; slot < runs.length; ) {
      const until = slot + random.pick([1, 1, 2, 30, 120, 400]);
      const value = random.pick([Number.NaN, 0, 100, 160, 500, random.integer(0, 100)]);
      runs.fill(value, slot, until);
      slot = until;
    }
    const day = random.integer(1, 13) * HALF_HOURS;
    const other = runs.map((value, i) => (i < day ? value : random.integer(0, 300)));
    cleanCounts(runs, SPACES);
    cleanCounts(other, SPACES);
    expect(other.subarray(0, day)).toEqual(runs.subarray(0, day));
  }
});

describe('the spaces of a lot', () => {
  test('are those stated, while counts are at most a tenth above them', () => {
    expect(
      effectiveSpaces(
        100,
        counts(2, () => 110),
        96,
      ),
    ).toBe(100);
    expect(
      effectiveSpaces(
        100,
        counts(2, () => 12),
        96,
      ),
    ).toBe(100);
    expect(
      effectiveSpaces(
        100,
        counts(2, () => Number.NaN),
        96,
      ),
    ).toBe(100);
  });

  test('are as many as were counted where that is clearly more', () => {
    expect(
      effectiveSpaces(
        100,
        counts(2, () => 130),
        96,
      ),
    ).toBe(130);
  });

  test('do not follow a few errors, nor what is counted later', () => {
    const values = counts(10, (slot) => (slot % 400 === 7 || slot >= 96 * 4 ? 900 : 80));
    expect(effectiveSpaces(100, values, 96 * 4)).toBe(100);
  });
});
