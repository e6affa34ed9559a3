import { expect, test } from 'vitest';
import {
  type Box,
  boxesAroundCircle,
  boxesBetween,
} from '../../../../src/kit/geo/bounding-boxes.ts';
import { greatCircleMetres } from '../../../../src/kit/geo/great-circle.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { destination, placeOf } from '../../places.ts';

const CIRCLE_COUNT = 20_000;
const seed = seedOfRun();

test(`every point of a circle lies in exactly one of its boxes (seed ${seed})`, () => {
  const random = randomFrom(seed);
  const lost: unknown[] = [];
  for (let i = 0; i < CIRCLE_COUNT; i += 1) {
    const centre = placeOf(i, random);
    const radiusM = 100 * 500 ** random();
    const metres = radiusM * (i % 2 === 0 ? 0.999_999 : random());
    const point = destination(centre, metres, 2 * Math.PI * random());
    if (greatCircleMetres(centre, point) > radiusM) continue;
    const boxes = boxesAroundCircle(centre, radiusM);
    const holders = boxes.filter(
      ({ west, south, east, north }) =>
        point.lng >= west && point.lng <= east && point.lat >= south && point.lat <= north,
    );
    if (holders.length !== 1 || !boxes.every(isInTheWorld)) lost.push({ centre, radiusM, point });
  }
  expect(lost).toEqual([]);
});

function isInTheWorld({ west, south, east, north }: Box): boolean {
  return west >= -180 && west <= east && east <= 180 && south >= -90 && north <= 90;
}

test('a box whose west is greater than its east is cut at the antimeridian', () => {
  expect(boxesBetween(170, -10, -170, 10)).toEqual([
    { west: 170, south: -10, east: 180, north: 10 },
    { west: -180, south: -10, east: -170, north: 10 },
  ]);
  expect(boxesBetween(-170, -10, 170, 10)).toEqual([
    { west: -170, south: -10, east: 170, north: 10 },
  ]);
});
