import { expect, test } from 'vitest';
import { cellAt, cellParent } from '../../../../src/kit/geo/cells.ts';
import { circleCap, coverCircle, RADIUS_M_MAX } from '../../../../src/kit/geo/circle-cover.ts';
import type { LatLng } from '../../../../src/kit/geo/great-circle.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { destination, placeOf } from '../../places.ts';

const CIRCLE_COUNT = 10_800;
const POINTS_PER_CIRCLE = 30;
const RESOLUTION = 4;
/** A circle of 50 km touches about 11 cells; more near the pentagons, where cells are small. */
const CELLS_MAX = 40;

const seed = seedOfRun();
const random = randomFrom(seed);

/** Metres: the smallest and largest that callers may ask for, and all magnitudes between them. */
function radiusOf(i: number): number {
  if (i % 20 === 0) return 100;
  if (i % 20 === 1) return 50_000;
  return 100 * 500 ** random();
}

const coverOf = (centre: LatLng, radiusM: number) =>
  coverCircle(circleCap(centre, radiusM), RESOLUTION);

test(`every point of a circle is in one cell of its cover (seed ${seed})`, () => {
  const missed: unknown[] = [];
  let cellsMax = 0;
  for (let i = 0; i < CIRCLE_COUNT; i += 1) {
    const centre = placeOf(i, random);
    const radiusM = radiusOf(i);
    const cover = coverOf(centre, radiusM);
    cellsMax = Math.max(cellsMax, cover.length);
    expect(new Set(cover).size).toBe(cover.length);
    for (let j = 0; j < POINTS_PER_CIRCLE; j += 1) {
      const metres = j % 2 === 0 ? radiusM * Math.sqrt(random()) : radiusM;
      const { lat, lng } = destination(centre, metres, 2 * Math.PI * random());
      if (!cover.includes(cellParent(cellAt(lat, lng), RESOLUTION)))
        missed.push({ centre, radiusM, lat, lng });
    }
  }
  expect(missed.slice(0, 3)).toEqual([]);
  expect(cellsMax).toBeLessThan(CELLS_MAX);
});

test('a cover is in the order of the indexes, whatever the size of the circle', () => {
  for (const radiusM of [0, 100, 50_000, RADIUS_M_MAX]) {
    for (let i = 0; i < 90; i += 1) {
      const cover = coverOf(placeOf(i, random), radiusM);
      expect(cover.length).toBeGreaterThan(0);
      expect(cover).toEqual(cover.toSorted((a, b) => (a < b ? -1 : 1)));
    }
  }
});

test.each([
  [0, 0, -1],
  [0, 0, RADIUS_M_MAX + 1],
  [0, 0, Number.NaN],
  [Number.NaN, 0, 1000],
  [0, Number.POSITIVE_INFINITY, 1000],
])('a circle around %d, %d of %d m is refused', (lat, lng, radiusM) => {
  expect(() => circleCap({ lat, lng }, radiusM)).toThrow(RangeError);
});
