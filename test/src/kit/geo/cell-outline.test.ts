import { cellToBoundary, getPentagons, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { cellOutline, type Outline, type Position } from '../../../../src/kit/geo/cell-outline.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';

const CELL_COUNT = 2_000;

const ringsOf = ({ type, coordinates }: Outline): Position[][] =>
  type === 'Polygon' ? coordinates : coordinates.flat();

/** Twice the area in square degrees; positive for a ring that runs counterclockwise. */
function signedArea(ring: readonly Position[]): number {
  return ring.reduce((sum, [lng, lat], i) => {
    const [nextLng, nextLat] = ring[(i + 1) % ring.length] ?? [lng, lat];
    return sum + lng * nextLat - nextLng * lat;
  }, 0);
}

const indexAt = (lat: number, lng: number, resolution: number) =>
  BigInt(`0x${latLngToCell(lat, lng, resolution)}`);

test('every outline is closed, counterclockwise and on the map, and has the area of its cell', () => {
  const seed = seedOfRun();
  const random = randomFrom(seed);
  const points = Array.from({ length: CELL_COUNT }, (_, i): [number, number] => [
    i % 3 === 0 ? 180 * random() - 90 : 140 * random() - 70,
    i % 2 === 0 ? 180 - random() / 5 : 360 * random() - 180,
  ]);
  const pentagons = [5, 7].flatMap((resolution) => getPentagons(resolution));
  const cells = [
    ...points.map(([lat, lng], i) => indexAt(lat, lng > 180 ? lng - 360 : lng, 5 + (i % 5))),
    ...pentagons.map((index) => BigInt(`0x${index}`)),
  ];
  let cutCount = 0;
  for (const cell of cells) {
    const outline = cellOutline(cell);
    if (outline.type === 'MultiPolygon') cutCount += 1;
    const what = `seed ${seed}: ${cell.toString(16)}`;
    for (const ring of ringsOf(outline)) {
      expect(ring.at(-1), what).toEqual(ring[0]);
      expect(signedArea(ring), what).toBeGreaterThan(0);
      for (const [lng, lat] of ring) {
        expect(Math.abs(lng), what).toBeLessThanOrEqual(180);
        expect(Math.abs(lat), what).toBeLessThanOrEqual(90);
      }
    }
    const corners = cellToBoundary(cell.toString(16), true) as Position[];
    const [first] = corners;
    const whole = corners.map(
      ([lng, lat]): Position => [lng - 360 * Math.round((lng - (first?.[0] ?? 0)) / 360), lat],
    );
    const area = ringsOf(outline).reduce((sum, ring) => sum + signedArea(ring), 0);
    if (Math.max(...corners.map(([, lat]) => Math.abs(lat))) < 89.5)
      expect(area / signedArea(whole), what).toBeCloseTo(1, 6);
  }
  expect(cutCount).toBeGreaterThan(20);
});

test('a cell across the antimeridian is cut in two that meet there', () => {
  const outline = cellOutline(indexAt(-16.8, 180, 5));
  expect(outline.type).toBe('MultiPolygon');
  const [one, other] = ringsOf(outline).map((ring) => ring.map(([lng]) => lng));
  expect([Math.max(...(one ?? [])), Math.min(...(other ?? []))].map(Math.abs)).toEqual([180, 180]);
});

test.each([90, -90])('the cell around the pole %i reaches it', (lat) => {
  const [ring = []] = ringsOf(cellOutline(indexAt(lat, 0, 5)));
  expect(ring).toContainEqual([180, lat]);
  expect(ring).toContainEqual([-180, lat]);
});
