import { beforeAll, expect, test } from 'vitest';
import {
  CELL_RESOLUTION,
  COARSEST_RESOLUTION,
  cellAt,
  cellParent,
  cellRange,
  cellResolution,
} from '../../src/cells.ts';
import { type CircleCover, coverCircle, RADIUS_M_MAX } from '../../src/circle-cover.ts';
import { greatCircleMetres, type LatLng } from '../../src/great-circle.ts';
import { randomFrom, seedOfRun } from '../random.ts';
import { destination, placeOf } from './places.ts';

const CIRCLE_COUNT = 10_800;
const POINTS_PER_CIRCLE = 30;
const ENTRIES_MAX = 400;
const RESOLUTIONS = [3, 4, 5, 6, 7, 8, 9];

const seed = seedOfRun();
const random = randomFrom(seed);

type Circle = { centre: LatLng; radiusM: number };

const found = {
  miscounted: [] as unknown[],
  overlapping: [] as Circle[],
  entriesMax: 0,
  resolutions: new Set<number>(),
  points: { inside: 0, rim: 0, outside: 0 },
};

beforeAll(() => {
  for (let i = 0; i < CIRCLE_COUNT; i += 1) {
    const circle = { centre: placeOf(i, random), radiusM: radiusOf(i) };
    const cover = coverCircle(circle.centre, circle.radiusM);
    found.entriesMax = Math.max(found.entriesMax, cover.inside.length + cover.rim.length);
    if (!isInOrder(cover)) found.overlapping.push(circle);
    for (const cell of cover.inside) found.resolutions.add(cellResolution(cell));
    countPoints(circle, cover);
  }
}, 60_000);

/** Metres: the ends of what callers may ask for, every magnitude between them, and the limit. */
function radiusOf(i: number): number {
  if (i % 20 === 0) return 100;
  if (i % 20 === 1) return 50_000;
  if (i % 20 === 2) return RADIUS_M_MAX;
  return 100 * 500 ** random();
}

/** A point in and around a circle: anywhere, near the rim, or on it but for a few centimetres. */
function pointAround({ centre, radiusM }: Circle, i: number): LatLng {
  const offsets = [
    () => radiusM * 1.5 * Math.sqrt(random()),
    () => radiusM * (0.8 + 0.4 * random()),
    () => radiusM + 0.1 * (random() - 0.5),
  ];
  const metres = offsets[i % offsets.length]?.() ?? radiusM;
  return destination(centre, metres, 2 * Math.PI * random());
}

/** Compares, for points around a circle, what its cover counts with what brute force counts. */
function countPoints(circle: Circle, { inside, rim }: CircleCover): void {
  const insideCells = new Set(inside);
  for (let i = 0; i < POINTS_PER_CIRCLE; i += 1) {
    const point = pointAround(circle, i);
    const cell = cellAt(point.lat, point.lng);
    const insideCount = RESOLUTIONS.filter((r) => insideCells.has(cellParent(cell, r))).length;
    const rimCount = rim.filter(holding(cell)).length;
    const isInCircle = greatCircleMetres(circle.centre, point) <= circle.radiusM;
    const isCounted = insideCount > 0 || (rimCount > 0 && isInCircle);
    if (isCounted !== isInCircle || insideCount + rimCount > 1)
      found.miscounted.push({ ...circle, point, insideCount, rimCount });
    found.points[insideCount > 0 ? 'inside' : rimCount > 0 ? 'rim' : 'outside'] += 1;
  }
}

/** Whether both lists ascend and no cell of CELL_RESOLUTION is in two entries. */
function isInOrder({ inside, rim }: CircleCover): boolean {
  const ranges = { inside: inside.map(cellRange), rim: rim.map(cellRange) };
  const all = [...ranges.inside, ...ranges.rim].sort((a, b) => (a.low < b.low ? -1 : 1));
  return [ranges.inside, ranges.rim, all].every((list) =>
    list.every(({ low, high }, i) => low <= high && (list[i - 1]?.high ?? -1n) < low),
  );
}

function holding(cell: bigint): (ancestor: bigint) => boolean {
  return (ancestor) => cellParent(cell, cellResolution(ancestor)) === ancestor;
}

test(`a cover counts the points that brute force counts, once each (seed ${seed})`, () => {
  expect(found.miscounted.slice(0, 3)).toEqual([]);
  // Neither side is all there is to compare: every kind of entry has been put to the test.
  expect(Math.min(...Object.values(found.points))).toBeGreaterThan(CIRCLE_COUNT);
});

test(`the entries of a cover are few, in order, and share no cell (seed ${seed})`, () => {
  expect(found.overlapping.slice(0, 3)).toEqual([]);
  expect(found.entriesMax).toBeLessThan(ENTRIES_MAX);
});

test('no cell inside is coarser or finer than the sums that are kept', () => {
  expect(Math.min(...found.resolutions)).toBe(COARSEST_RESOLUTION);
  expect(Math.max(...found.resolutions)).toBeLessThanOrEqual(CELL_RESOLUTION);
});

test('a circle of no radius still has the cell of its centre on its rim', () => {
  const cover = coverCircle({ lat: 43.6532, lng: -79.3832 }, 0);
  expect(cover.inside).toEqual([]);
  expect(cover.rim.filter(holding(cellAt(43.6532, -79.3832)))).toHaveLength(1);
});

test.each([
  [0, 0, -1],
  [0, 0, RADIUS_M_MAX + 1],
  [0, 0, Number.NaN],
  [Number.NaN, 0, 1000],
  [0, Number.POSITIVE_INFINITY, 1000],
])('a circle around %d, %d of %d m is refused', (lat, lng, radiusM) => {
  expect(() => coverCircle({ lat, lng }, radiusM)).toThrow(RangeError);
});

test('at 50 km under a fifth of the points are on the rim', () => {
  let rimCount = 0;
  for (let i = 0; i < 100; i += 1) {
    const centre = placeOf(i, random);
    const { rim } = coverCircle(centre, 50_000);
    for (let j = 0; j < 50; j += 1) {
      const metres = 50_000 * Math.sqrt(random());
      const { lat, lng } = destination(centre, metres, 2 * Math.PI * random());
      if (rim.some(holding(cellAt(lat, lng)))) rimCount += 1;
    }
  }
  expect(rimCount).toBeLessThan(5_000 / 5);
});
