import { afterAll, beforeAll, expect, test } from 'vitest';
import { greatCircleMetres } from '../../../../../src/kit/geo/great-circle.ts';
import type { Geocoder } from '../../../../../src/kit/places/geocoder.ts';
import { openWorld, type World } from '../open-world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.database.drop());

test('`at` a lot means that lot, `near` around it, and `within` says how far', async () => {
  const lotId = world.idOf('Union Station Garage');
  expect(await world.resolved('at Union Station Garage')).toMatchObject({
    lotId,
    place: { radiusM: 0 },
  });
  expect(await world.resolved('near Union Station Garage')).toMatchObject({
    lotId: null,
    place: { label: 'Union Station Garage, Toronto', radiusM: 1_200 },
  });
  expect(await world.resolved('within 300 m of Union Station Garage')).toMatchObject({
    lotId: null,
    place: { radiusM: 300 },
  });
  expect(await world.resolved('a 10 minute walk from the CN Tower')).toMatchObject({
    lotId: null,
    place: { label: 'CN Tower, Toronto, ON, CA', radiusM: 800 },
  });
  await world.addNamed('Weekend Plaza', { lat: 43.5, lng: -79.5 });
  expect(await world.resolved('two blocks from Weekend Plaza')).toMatchObject({
    lotId: null,
    place: { label: 'Weekend Plaza', radiusM: 300 },
    intent: { startsAt: null },
  });
  // This is a duration, not a distance.
  expect((await world.resolved('ten minutes away from Union Station Garage')).lotId).toBe(lotId);
});

test('of lots with one name and no town in their rows, the one that lies in the town is meant', async () => {
  const boston = await world.addNamed('Twin Decks', { lat: 42.36, lng: -71.05 });
  const chicago = await world.addNamed('Twin Decks', { lat: 41.88, lng: -87.63 });
  expect((await world.resolved('Twin Decks in Boston')).lotId).toBe(boston);
  expect((await world.resolved('Twin Decks, Chicago')).lotId).toBe(chicago);
  for (const text of ['Twin Decks', 'Twin Decks in Paris'])
    expect(await world.resolve(text), text).toMatchObject({
      missing: ['place'],
      candidates: [boston, chicago].map((lot_id) => expect.objectContaining({ lot_id })),
    });
});

test('lots that share a street are one place with all of them in it', async () => {
  const points = [
    { lat: 43.7, lng: -79.4 },
    { lat: 43.705, lng: -79.4 },
    { lat: 43.71, lng: -79.401 },
  ];
  for (const [i, point] of points.entries())
    await world.addNamed(`Deck ${i}`, {
      ...point,
      address: `${i + 1}0 Wychwood Avenue`,
      city: 'Toronto',
    });
  const { lotId, place } = await world.resolved('on Wychwood Ave in Toronto');
  expect(lotId).toBeNull();
  for (const point of points)
    expect(greatCircleMetres(place, point)).toBeLessThanOrEqual(place.radiusM);
  expect((await world.resolved('at 20 Wychwood Ave')).place.label).toBe('Deck 1, Toronto');
});

test('a street is refused when its lots are wider apart than a street', async () => {
  const [lat, lng] = [43.72, -79.42];
  for (const [i, north] of [0, 0.005, 0.025].entries())
    await world.addNamed(`Yard ${i}`, {
      ...{ lat: lat + north, lng, city: 'Toronto' },
      address: `${i + 1} Dovercourt Crescent Road`,
    });
  expect(await world.resolve('on Dovercourt Crescent Road')).toMatchObject({
    missing: ['place'],
    candidates: [{}, {}, {}],
  });
});

test('a town is found as a town although lots are named after it', async () => {
  await world.addNamed('Aachen', {
    lat: 50.77,
    lng: 6.09,
    city: 'Aachen',
    timezone: 'Europe/Berlin',
  });
  await world.addNamed('Seattle Deck', { lat: 43.66, lng: -79.4, city: 'Toronto' });
  expect((await world.resolved('parking in Aachen')).place.label).toBe('Aachen, DE');
  expect((await world.resolved('parking in Seattle')).place.label).toBe('Seattle, WA, US');
});

test('a place has the time zone of the nearest lot, even across the antimeridian', async () => {
  const fiji = { lat: -16.8, lng: -179.99, timezone: 'Pacific/Fiji' };
  await world.addNamed('Date Line Deck', fiji);
  const geocoder: Geocoder = {
    geocode: async (query) => ({
      places:
        query === 'Taveuni'
          ? [
              {
                label: 'Taveuni',
                lat: -16.8,
                lng: 179.99,
                radiusM: 100,
                country: 'FJ',
                population: 1,
              },
            ]
          : [],
      attribution: 'test',
    }),
  };
  const { timezone, intent } = await world.resolved('Taveuni tomorrow at 9am', { geocoder });
  expect(timezone).toBe('Pacific/Fiji');
  expect(intent.startsAt).toEqual(new Date('2026-11-19T21:00:00Z'));
});

test('a reference, another spelling or words in another order find the lot as well', async () => {
  const spellings = [
    ['greenp-36, 1h', 'Green P 36'],
    ['at 220 Yonge St., Toronto', 'Eaton Centre Parkade'],
    ['Parkhaus Buechel', 'Parkhaus Büchel'],
    ['PARKHAUS BÜCHEL', 'Parkhaus Büchel'],
    ['Alexanderstr. 2, Berlin', 'Parkhaus Alexanderplatz'],
    ['the soho q-park', 'Q-Park Soho'],
    ['at 2nd avenue garage', 'Second Avenue Garage'],
  ] as const;
  for (const [text, name] of spellings)
    expect(world.nameById.get((await world.resolved(text)).lotId ?? ''), text).toBe(name);
});
