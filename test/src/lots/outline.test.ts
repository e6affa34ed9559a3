import { booleanPointInPolygon } from '@turf/turf';
import { beforeAll, expect, test } from 'vitest';
import { type OutlineReader, openOutlines } from '../../../src/lots/outline.ts';
import { randomFrom, seedOfRun } from '../../random.ts';

let pointInside: OutlineReader;

beforeAll(async () => {
  pointInside = await openOutlines();
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

test.each([
  ['a horseshoe', [HORSESHOE]],
  ['a court with a house in it', [SQUARE, HOLE]],
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
