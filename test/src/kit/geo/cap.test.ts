import { expect, test } from 'vitest';
import {
  CAP_SLACK,
  capAround,
  capOf,
  INSIDE,
  OUTSIDE,
  packCaps,
  relationOfPacked,
  STRADDLING,
} from '../../../../src/kit/geo/cap.ts';
import {
  EARTH_RADIUS_M,
  greatCircleMetres,
  type LatLng,
  unitVector,
} from '../../../../src/kit/geo/great-circle.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { destination, placeOf } from '../../places.ts';

const CAPS = 5_000;
const seed = seedOfRun();
const random = randomFrom(seed);

/** Up to ten points within this many metres of a place. */
function pointsAround(place: LatLng, metres: number): LatLng[] {
  return Array.from({ length: 1 + Math.floor(10 * random()) }, () =>
    destination(place, metres * random(), 2 * Math.PI * random()),
  );
}

test(`every point of a cap is where its relation says (seed ${seed})`, () => {
  const counts = { [OUTSIDE]: 0, [INSIDE]: 0, [STRADDLING]: 0 };
  for (let i = 0; i < CAPS; i += 1) {
    const centre = placeOf(i, random);
    const radiusM = 100 * 500 ** random();
    const circle = capOf(unitVector(centre), radiusM / EARTH_RADIUS_M);
    // Every other cap is one point within a metre of the edge.
    const isNearRim = i % 2 === 0;
    const awayM = isNearRim ? radiusM + random() - 0.5 : 1.5 * radiusM * random();
    const near = destination(centre, awayM, 2 * Math.PI * random());
    const points = isNearRim ? [near] : pointsAround(near, 0.3 * radiusM * random());
    const cap = capAround(points.map((point) => capOf(unitVector(point), CAP_SLACK)));
    const relation = relationOfPacked(packCaps([cap]), 0, circle);
    counts[relation] += 1;
    if (relation === STRADDLING) continue;
    for (const point of points)
      expect(greatCircleMetres(centre, point) <= radiusM).toBe(relation === INSIDE);
  }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(CAPS / 20);
});

test('a cap around one cap is that cap', () => {
  const cap = capOf(unitVector({ lat: 43.65, lng: -79.38 }), 0.01);
  const around = capAround([cap]);
  for (const side of ['x', 'y', 'z', 'angle'] as const)
    expect(around[side]).toBeCloseTo(cap[side], 14);
});
