import { expect, test } from 'vitest';
import { greatCircleMetres } from '../../../../src/kit/geo/great-circle.ts';
import { openCities } from '../../../../src/kit/places/city-finder.ts';
import { radiusOf } from '../../../../src/kit/places/gazetteer.ts';
import { loadPlaceTable } from '../../../../src/kit/places/place-table.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { isFull } from '../../../stage/size.ts';

const POINT_COUNT = isFull ? 300 : 100;
/** Of latitude; some 330 km, more than the two radii within which a city counts. */
const REACH_DEGREES = 3;

test.each([
  ['Times Square', 40.758, -73.9855, 'New York City', 'NY', 'America/New_York'],
  ['Brooklyn', 40.65, -73.95, 'New York City', 'NY', 'America/New_York'],
  ['Yonkers', 40.9312, -73.8988, 'Yonkers', 'NY', 'America/New_York'],
  ['Santa Monica', 34.0195, -118.4912, 'Santa Monica', 'CA', 'America/Los_Angeles'],
  ['Camden Town', 51.539, -0.1426, 'London', 'ENG', 'Europe/London'],
  ['Kreuzberg', 52.497, 13.403, 'Berlin', null, 'Europe/Berlin'],
  ['the airport of Munich', 48.3538, 11.7861, 'Munich', null, 'Europe/Berlin'],
  ['Bergamo', 45.698, 9.677, 'Bergamo', null, 'Europe/Rome'],
  ['Kathmandu', 27.7172, 85.324, 'Kathmandu', null, 'Asia/Kathmandu'],
])('%s belongs to its city', async (_place, lat, lng, name, state, timezone) => {
  const { cityAt } = await openCities();
  expect(cityAt({ lat, lng })).toMatchObject({ name, state, timezone });
});

test.each([
  ['a pole', 90, 0],
  ['the other pole', -90, 179],
  ['the middle of an ocean', 0, -140],
  ['a desert', 23, 12],
])('%s belongs to no city', async (_place, lat, lng) => {
  const { cityAt } = await openCities();
  expect(cityAt({ lat, lng })).toBeUndefined();
});

test('a district is a part of a city, and a town is none', async () => {
  const { districtAt } = await openCities();
  expect(districtAt({ lat: 52.497, lng: 13.403 })).toBe('Kreuzberg');
  expect(districtAt({ lat: 45.698, lng: 9.677 })).toBeUndefined();
});

test('the city is the nearest of all, in radii of its circle, also across the antimeridian', async () => {
  const seed = seedOfRun();
  const random = randomFrom(seed);
  const { cityAt } = await openCities();
  const places = [...(await loadPlaceTable()).all()].filter(({ isCity }) => isCity);
  expect(2 * radiusOf(Infinity)).toBeLessThan(REACH_DEGREES * 110_000);
  for (let i = 0; i < POINT_COUNT; i += 1) {
    const near = places[Math.floor(random() * places.length)];
    const isFiji = i % 10 === 0;
    const point = {
      lat: (isFiji ? -16.8 : (near?.lat ?? 0)) + random() - 0.5,
      lng: isFiji ? (random() < 0.5 ? 179.9 : -179.95) : (near?.lng ?? 0) + random() - 0.5,
    };
    const distances = places
      .filter(({ lat }) => Math.abs(lat - point.lat) < REACH_DEGREES)
      .map((place) => ({
        id: place.id,
        radii: greatCircleMetres(point, place) / radiusOf(place.population),
      }));
    const nearest = distances.reduce(
      (a, b) => (b.radii < a.radii || (b.radii === a.radii && b.id < a.id) ? b : a),
      { id: 0, radii: Infinity },
    );
    const wanted = nearest.radii <= 2 ? nearest.id : undefined;
    expect(cityAt(point)?.id, `seed ${seed}: ${JSON.stringify(point)}`).toBe(wanted);
  }
});
