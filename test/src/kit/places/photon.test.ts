import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askPhoton } from '../../../../src/kit/places/photon.ts';
import {
  type Answer,
  json,
  type NominatimServer,
  openNominatimServer,
} from './nominatim-server.ts';

/** As Photon writes it, without some members that are not read. */
const HOUSE = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [11.5802, 48.1391] },
  properties: {
    osm_key: 'place',
    type: 'house',
    housenumber: '1',
    street: 'Tal',
    city: 'Munich',
    state: 'Bavaria',
    country: 'Germany',
    countrycode: 'DE',
  },
};
const CITY = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [11.5753, 48.1371] },
  properties: {
    name: 'Munich',
    state: 'Bavaria',
    country: 'Germany',
    countrycode: 'DE',
    extent: [11.3607, 48.2481, 11.7229, 48.0616],
  },
};
const found = (...features: unknown[]) => json({ type: 'FeatureCollection', features });

let server: NominatimServer;
beforeAll(async () => {
  server = await openNominatimServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
});

function ask(answer: Answer, limit = 5) {
  server.answerWith(answer);
  const { baseUrl } = server;
  const signal = AbortSignal.timeout(5_000);
  return askPhoton({ baseUrl, userAgent: 'test', query: 'Tal 1, München', limit, signal });
}

test('a house and a city have a label, a point, a radius and a country', async () => {
  expect(await ask(found(HOUSE, CITY))).toEqual({
    places: [
      {
        lat: 48.1391,
        lng: 11.5802,
        label: '1 Tal, Munich, Bavaria, Germany',
        ...{ radiusM: 100, country: 'DE', population: null },
      },
      {
        lat: 48.1371,
        lng: 11.5753,
        label: 'Munich, Bavaria, Germany',
        // Half of 33.9 km: 0.1865 degrees north and 0.3622 east, of 111.2 and 74.2 km.
        ...{ radiusM: 16_970, country: 'DE', population: null },
      },
    ],
    attribution: '© OpenStreetMap contributors',
  });
});

test('it is asked as documented, and gives no more places than asked for', async () => {
  expect((await ask(found(HOUSE, CITY), 1)).places).toHaveLength(1);
  const [request] = server.requests;
  expect(request?.url.pathname).toBe('/nominatim/api');
  expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({
    q: 'Tal 1, München',
    limit: '1',
    lang: 'en',
  });
});

test.each([
  ['a list, as Nominatim writes it', json([HOUSE])],
  ['no features', json({ type: 'FeatureCollection' })],
  ['a feature without a point', found({ ...HOUSE, geometry: { type: 'Point' } })],
  ['a point beyond the pole', found({ ...HOUSE, geometry: { coordinates: [11, 91] } })],
  ['a place without any name', found({ ...HOUSE, properties: { countrycode: 'DE' } })],
  ['a box of three edges', found({ ...CITY, properties: { name: 'x', extent: [1, 2, 3] } })],
  ['an error', json({ message: 'missing search term' }, 400)],
])('%s is no answer', async (_what, answer) => {
  await expect(ask(answer)).rejects.toThrow('the geocoding provider');
});
