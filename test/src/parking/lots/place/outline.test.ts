import { booleanPointInPolygon } from '@turf/turf';
import { beforeAll, expect, test } from 'vitest';
import { EARTH_RADIUS_M } from '../../../../../src/kit/geo/great-circle.ts';
import {
  type Outline,
  type OutlineReader,
  openAreas,
  openOutlines,
} from '../../../../../src/parking/lots/place/outline.ts';
import { randomFrom, seedOfRun } from '../../../../stage/random.ts';

let pointInside: OutlineReader;
let areaOf: (geometry: Outline) => number | null;

beforeAll(async () => {
  pointInside = await openOutlines();
  areaOf = await openAreas();
});

type Ring = [number, number][];

const closed = (ring: Ring): Ring => [...ring, ...ring.slice(0, 1)];
const SQUARE = closed([
  [10, 50],
  [10.002, 50],
  [10.002, 50.002],
  [10, 50.002],
]);
/** Its centre is between its arms, so outside of it. */
const HORSESHOE = closed([
  [10, 50],
  [10.003, 50],
  [10.003, 50.003],
  [10.002, 50.003],
  [10.002, 50.001],
  [10.001, 50.001],
  [10.001, 50.003],
  [10, 50.003],
]);
const HOLE = closed([
  [10.0005, 50.0005],
  [10.0015, 50.0005],
  [10.0015, 50.0015],
  [10.0005, 50.0015],
]);

test('a simple outline is represented by its centre', () => {
  const { lat, lng } = pointInside({ type: 'Polygon', coordinates: [SQUARE] });
  expect([lat, lng]).toEqual([expect.closeTo(50.001, 6), expect.closeTo(10.001, 6)]);
});

/** Two lots that meet in one corner at half their height, where neither has any width. */
const HOURGLASS = closed([
  [10, 50],
  [10.002, 50],
  [10.001, 50.001],
  [10.002, 50.002],
  [10, 50.002],
  [10.001, 50.001],
]);

test.each([
  ['a horseshoe', [HORSESHOE]],
  ['a court with a house in it', [SQUARE, HOLE]],
  ['an hourglass', [HOURGLASS]],
])('the point of %s is inside of it', (_what, coordinates) => {
  const { lat, lng } = pointInside({ type: 'Polygon', coordinates });
  const inside = booleanPointInPolygon([lng, lat], { type: 'Polygon', coordinates });
  expect(inside).toBe(true);
});

test('of several areas the largest counts', () => {
  const small = SQUARE.map(([lng, lat]) => [11 + (lng - 10) / 10, 51 + (lat - 50) / 10]);
  const coordinates = [[small], [SQUARE]];
  const { lat } = pointInside({ type: 'MultiPolygon', coordinates });
  expect(lat).toBeCloseTo(50.001, 6);
});

const seed = seedOfRun();

test(`whatever the outline, its point is inside of it (seed ${seed})`, () => {
  const random = randomFrom(seed);
  for (let i = 0; i < 300; i += 1) {
    const corners = 3 + Math.floor(random() * 12);
    const star = Array.from({ length: corners }, (_, k): [number, number] => {
      const angle = (2 * Math.PI * k) / corners;
      const reach = 0.0002 + 0.004 * random();
      return [20 + reach * Math.cos(angle), -30 + reach * Math.sin(angle)];
    });
    const coordinates = [closed(star)];
    const { lat, lng } = pointInside({ type: 'Polygon', coordinates });
    expect(booleanPointInPolygon([lng, lat], { type: 'Polygon', coordinates }), `${i}`).toBe(true);
  }
});

/** Of the area between two meridians and two parallels. */
function boxArea(west: number, east: number, south: number, north: number): number {
  const [low, high] = [south, north].map((degrees) => Math.sin((degrees * Math.PI) / 180));
  return EARTH_RADIUS_M ** 2 * (((east - west) * Math.PI) / 180) * ((high ?? 0) - (low ?? 0));
}

/** How far from the true area is allowed: an outline's sides are not parallels. */
const nearly = (area: number) =>
  expect.toSatisfy((found: number) => {
    return Math.abs(found - area) <= area * 0.001 + 1;
  });

test('an area is measured in whole square metres, without its holes', () => {
  const square = boxArea(10, 10.002, 50, 50.002);
  const hole = boxArea(10.0005, 10.0015, 50.0005, 50.0015);
  expect(square).toBeGreaterThan(30_000);
  expect(areaOf({ type: 'Polygon', coordinates: [SQUARE] })).toEqual(nearly(square));
  expect(areaOf({ type: 'Polygon', coordinates: [SQUARE, HOLE] })).toEqual(nearly(square - hole));
  const far = SQUARE.map(([lng, lat]) => [lng + 1, lat]);
  const both = { type: 'MultiPolygon' as const, coordinates: [[SQUARE], [far]] };
  expect(areaOf(both)).toEqual(nearly(2 * square));
  expect(Number.isInteger(areaOf(both))).toBe(true);
  const reversed = { type: 'Polygon' as const, coordinates: [SQUARE.toReversed()] };
  expect(areaOf(reversed)).toBe(areaOf({ type: 'Polygon', coordinates: [SQUARE] }));
});

test('the area of an outline that crosses itself is not known', () => {
  const bow = closed([
    [10, 50],
    [10.002, 50.002],
    [10.002, 50],
    [10, 50.002],
  ]);
  expect(areaOf({ type: 'Polygon', coordinates: [bow] })).toBeNull();
});

test('an outline that its hole touches in a corner has an area', () => {
  const hole = closed([
    [10, 50],
    [10.001, 50.0005],
    [10.0005, 50.001],
  ]);
  expect(areaOf({ type: 'Polygon', coordinates: [SQUARE, hole] })).toBeGreaterThan(25_000);
});

test.each([
  ['is not cut', 179.999, -179.999],
  ['is not cut, with more of it in the west', 179.997, -179.9999],
  ['begins at it', 180, -179.998],
  ['ends at it', 179.998, 180],
])('an outline at the antimeridian that %s has its area and a point inside', (_how, west, east) => {
  const ring = closed([
    [west, -16.8],
    [east, -16.8],
    [east, -16.798],
    [west, -16.798],
  ]);
  const width = (east - west + 360) % 360;
  const area = areaOf({ type: 'Polygon', coordinates: [ring] });
  expect(area).toEqual(nearly(boxArea(0, width, -16.8, -16.798)));
  const { lat, lng } = pointInside({ type: 'Polygon', coordinates: [ring] });
  expect(lat).toBeCloseTo(-16.799, 6);
  expect((lng - west + 360) % 360).toBeCloseTo(width / 2, 6);
  expect(Math.abs(lng)).toBeLessThanOrEqual(180);
});

test('the point of a horseshoe across the antimeridian is inside of it', () => {
  const moved = HORSESHOE.map(([lng, lat]): [number, number] => {
    const shifted = lng - 10 + 179.9985;
    return [shifted > 180 ? shifted - 360 : shifted, lat - 66];
  });
  const { lat, lng } = pointInside({ type: 'Polygon', coordinates: [moved] });
  const back: [number, number] = [((lng + 360) % 360) - 179.9985 + 10, lat + 66];
  expect(booleanPointInPolygon(back, { type: 'Polygon', coordinates: [HORSESHOE] })).toBe(true);
});

test(`however deep the courts of a building, the point is inside of it (seed ${seed})`, () => {
  const random = randomFrom(seed);
  for (let i = 0; i < 300; i += 1) {
    // Fingers of any depth from one side; some leave next to nothing beside them.
    const fingers = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, k) => k);
    const top = fingers.flatMap((k): Ring => {
      const depth = 50.001 - 0.0019 * random();
      const from = 10 + k * 0.001;
      return [
        [from, 50.001],
        [from + 0.0003, 50.001],
        [from + 0.0003, depth],
        [from + 0.0009, depth],
        [from + 0.0009, 50.001],
      ];
    });
    const end = 10 + fingers.length * 0.001;
    const comb = closed([...top, [end, 50.001], [end, 49.999], [10, 49.999]]);
    const coordinates = [comb];
    const { lat, lng } = pointInside({ type: 'Polygon', coordinates });
    expect(booleanPointInPolygon([lng, lat], { type: 'Polygon', coordinates }), `${i}`).toBe(true);
  }
});
