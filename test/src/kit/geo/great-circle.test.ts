import fc from 'fast-check';
import { greatCircleDistance } from 'h3-js';
import { expect, test } from 'vitest';
import {
  EARTH_RADIUS_M,
  greatCircleMetres,
  roundDegrees,
  unitVector,
} from '../../../../src/kit/geo/great-circle.ts';
import { randomFrom } from '../../../stage/random.ts';
import { destination, placeOf } from '../../places.ts';

const QUARTER_M = (Math.PI / 2) * EARTH_RADIUS_M;
const random = randomFrom(1);

test.each([
  ['pole to equator', { lat: 90, lng: 17 }, { lat: 0, lng: -140 }, QUARTER_M],
  ['pole to pole', { lat: 90, lng: 0 }, { lat: -90, lng: 99 }, 2 * QUARTER_M],
  ['around the equator to the antipode', { lat: 0, lng: -90 }, { lat: 0, lng: 90 }, 2 * QUARTER_M],
  ['across the antimeridian', { lat: 0, lng: 179 }, { lat: 0, lng: -179 }, QUARTER_M / 45],
  ['one pole under two longitudes', { lat: 90, lng: 0 }, { lat: 90, lng: 120 }, 0],
  ['one point under two longitudes', { lat: 40, lng: 180 }, { lat: 40, lng: -180 }, 0],
])('%s is as far as geometry says', (_, a, b, metres) => {
  expect(greatCircleMetres(a, b)).toBeCloseTo(metres, 6);
});

test('two points are as far apart as H3 finds them', () => {
  for (let i = 0; i < 2_000; i += 1) {
    const a = placeOf(i, random);
    const b = i % 2 === 0 ? placeOf(0, random) : destination(a, 1000 * random(), 7 * random());
    const expected = greatCircleDistance([a.lat, a.lng], [b.lat, b.lng], 'm');
    expect(greatCircleMetres(a, b)).toBeCloseTo(expected, 3);
  }
});

test('the dot product of two unit vectors is the cosine of the angle between them', () => {
  for (let i = 0; i < 2_000; i += 1) {
    const [a, b] = [placeOf(i, random), placeOf(0, random)];
    const [p, q] = [unitVector(a), unitVector(b)];
    expect(p.x * q.x + p.y * q.y + p.z * q.z).toBeCloseTo(
      Math.cos(greatCircleMetres(a, b) / EARTH_RADIUS_M),
      9,
    );
  }
});

test('degrees are kept as the nearest ten-millionth, the same when kept again, and never -0', () => {
  const degrees = fc.oneof(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -1e-7, max: 1e-7, noNaN: true }),
    fc.constantFrom(-0, 5e-324, -5e-324, 1e-320, 180, -180, 90, -90),
  );
  fc.assert(
    fc.property(degrees, (sent) => {
      const kept = roundDegrees(sent);
      expect(kept).toBe(Number(kept.toFixed(7)) + 0);
      expect(Math.abs(kept - sent)).toBeLessThanOrEqual(5e-8 + 1e-14);
      expect(roundDegrees(kept)).toBe(kept);
      expect(Object.is(kept, -0)).toBe(false);
    }),
  );
});
