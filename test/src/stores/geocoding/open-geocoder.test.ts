import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import type { Geocoder } from '../../../../src/kit/places/geocoder.ts';
import { ConfigError } from '../../../../src/kit/read-setting.ts';
import { openGeocoder } from '../../../../src/stores/geocoding/open-geocoder.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import {
  type Answer,
  BALBOA_PARK,
  json,
  LICENCE,
  type NominatimServer,
  openNominatimServer,
} from '../../kit/places/nominatim-server.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const NEAR_MS = 60_000;
/** For a provider that never answers; all other providers answer long before. */
const SHORT_MS = 300;

let database: TestDatabase;
let server: NominatimServer;
let warnings: string[];
let geocoder: Geocoder;

beforeAll(async () => {
  database = await openTestDatabase();
  server = await openNominatimServer();
});
afterAll(async () => {
  await server.close();
  await database.drop();
});
beforeEach(async () => {
  await database.sql('truncate geocodes, geocoder_slots');
  server.requests.length = 0;
  server.answerWith(json([BALBOA_PARK]));
  warnings = [];
  geocoder = open();
});

/** A geocoder of another process; its waits take no time. */
function open(more: { geocoderUrl?: string | undefined; timeoutMs?: number } = {}): Geocoder {
  const { geocoderUrl, timeoutMs } = { geocoderUrl: server.baseUrl, timeoutMs: 60_000, ...more };
  const sink = { write: (line: string) => void warnings.push(line) };
  return openGeocoder({
    config: { geocoderUrl, geocoderSpeaks: 'nominatim', baseUrl: 'https://parking.example' },
    db: database.db,
    log: pino({ level: 'warn' }, sink),
    provider: { timeoutMs, wait: async () => {} },
  });
}

const keptCount = async () =>
  (await database.sql<{ n: number }>('select count(*)::integer as n from geocodes'))[0]?.n;

test('without an address of a provider the gazetteer answers', async () => {
  const { places, attribution } = await open({ geocoderUrl: undefined }).geocode('San Diego', 1);
  expect(places[0]?.label).toBe('San Diego, CA, US');
  expect(attribution).toContain('GeoNames');
  expect(server.requests).toEqual([]);
});

test('the provider is asked as documented, by a client that identifies itself', async () => {
  await geocoder.geocode('  Balboa\nPark,  San Diego & more ', 3);
  const [request] = server.requests;
  expect(request?.url.pathname).toBe('/nominatim/search');
  expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({
    q: 'Balboa Park, San Diego & more',
    format: 'jsonv2',
    limit: '3',
    addressdetails: '1',
  });
  expect(request?.headers['user-agent']).toMatch(
    /^Hexlot\/\d+\.\d+\.\d+ \(\+https:\/\/parking\.example\/\)$/,
  );
  expect(request?.headers['accept-language']).toBe('en');
});

test('places have label, country, radius and the attribution that the provider requires', async () => {
  expect(await geocoder.geocode('Balboa Park', 5)).toEqual({
    places: [
      {
        lat: 32.73133,
        lng: -117.14653,
        label: 'Balboa Park, San Diego, San Diego County, California, United States',
        // Half of 3 579 m: 0.02 degrees north and 0.03 east, of 111.2 and 93.5 km.
        radiusM: 1_790,
        country: 'US',
        population: null,
      },
    ],
    attribution: LICENCE,
  });
  expect(warnings).toEqual([]);
});

test('no more places than asked for, whatever the provider sends', async () => {
  server.answerWith(json([BALBOA_PARK, BALBOA_PARK, BALBOA_PARK]));
  expect((await geocoder.geocode('Balboa Park', 2)).places).toHaveLength(2);
});

test.each([
  ['a house', ['32.7200', '32.7201', '-117.1600', '-117.1599'], 100],
  ['a country', ['24.9', '49.6', '-125.0', '-66.9'], 50_000],
  ['a country across the antimeridian, as Nominatim widens it', [-55, -29, -180, 180], 50_000],
])('the radius of %s is at least 100 m and at most 50 km', async (_what, boundingbox, radiusM) => {
  server.answerWith(json([{ ...BALBOA_PARK, boundingbox }]));
  expect((await geocoder.geocode('somewhere', 1)).places[0]?.radiusM).toBe(radiusM);
});

test('an answer without country or licence is one without country, of OpenStreetMap', async () => {
  server.answerWith(json([{ ...BALBOA_PARK, licence: undefined, address: undefined }]));
  const { places, attribution } = await geocoder.geocode('Balboa Park', 1);
  expect(places[0]?.country).toBeNull();
  expect(attribution).toBe('© OpenStreetMap contributors');
});

test('a question is asked once, whichever process has it and however it is spaced', async () => {
  const first = await geocoder.geocode('Balboa Park', 5);
  expect(await geocoder.geocode('balboa  PARK', 5)).toEqual(first);
  expect(await open().geocode('Balboa Park', 5)).toEqual(first);
  expect(server.requests).toHaveLength(1);
});

test('callers with one question at the same time share one request', async () => {
  // One connection for each call, so that none waits for another's answer.
  await Promise.all(Array.from({ length: 8 }, () => database.pipelines.query('geocodes_sweep')));
  const asked = ['Balboa Park', 'balboa park', 'BALBOA PARK'].map((query) =>
    geocoder.geocode(query, 5),
  );
  const [first, ...others] = await Promise.all(asked);
  for (const other of others) expect(other).toEqual(first);
  expect(server.requests).toHaveLength(1);
});

test('another limit and another provider are other questions', async () => {
  await geocoder.geocode('Balboa Park', 5);
  await geocoder.geocode('Balboa Park', 6);
  await open({ geocoderUrl: `${server.baseUrl}/other` }).geocode('Balboa Park', 5);
  expect(server.requests).toHaveLength(3);
});

test.each<[string, unknown[], number]>([
  ['an answer is kept for 30 days', [BALBOA_PARK], 30],
  ['that there is nothing is kept for a day', [], 1],
])('%s, then asked again', async (_title, answer, days) => {
  server.answerWith(json(answer));
  const first = await geocoder.geocode('Balboa Park', 5);
  expect(await geocoder.geocode('Balboa Park', 5)).toEqual(first);
  expect(server.requests).toHaveLength(1);
  const [row] = await database.sql<{ kept_ms: number }>(
    'select extract(epoch from expires_at - now())::float8 * 1000 as kept_ms from geocodes',
  );
  expect(Math.abs((row?.kept_ms ?? 0) - days * DAY_MS)).toBeLessThan(NEAR_MS);
  await database.sql('update geocodes set expires_at = now()');
  await geocoder.geocode('Balboa Park', 5);
  expect(server.requests).toHaveLength(2);
});

test('expired answers are deleted, and nothing else', async () => {
  await geocoder.geocode('Balboa Park', 1);
  await database.sql('update geocodes set expires_at = now()');
  await geocoder.geocode('Gaslamp Quarter', 1);
  expect(await database.pipelines.query('geocodes_sweep')).toEqual([{ rowCount: 1 }]);
  expect(await keptCount()).toBe(1);
});

test('questions are not stored', async () => {
  await geocoder.geocode('my secret 7ABC123', 1);
  const rows = await database.sql<{ row: string }>('select geocodes::text as row from geocodes');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row.toLowerCase()).not.toContain('secret');
});

const GARBAGE: [string, Answer][] = [
  ['fails', json({ error: 'x' }, 500)],
  ['refuses', json({ error: 'x' }, 429)],
  ['sends elsewhere', (response) => void response.writeHead(302, { Location: '/else' }).end()],
  ['hangs up', (response) => void response.destroy()],
  ['hangs up in the middle', (response) => void response.write('[{', () => response.destroy())],
  ['sends a page', (response) => void response.end('<html>')],
  ['sends nothing', (response) => void response.end()],
  ['sends an error with status 200', json({ error: 'Unable to geocode' })],
  ['sends a list of something else', json(['San Diego'])],
  ['leaves out the name', json([{ ...BALBOA_PARK, display_name: undefined }])],
  ['sends an empty name', json([{ ...BALBOA_PARK, display_name: '\0' }])],
  ['leaves out the latitude', json([{ ...BALBOA_PARK, lat: undefined }])],
  ['sends an empty latitude', json([{ ...BALBOA_PARK, lat: '' }])],
  ['sends a latitude beyond the pole', json([{ ...BALBOA_PARK, lat: '91' }])],
  ['sends a word for a longitude', json([{ ...BALBOA_PARK, lon: 'west1' }])],
  ['leaves out the box', json([{ ...BALBOA_PARK, boundingbox: undefined }])],
  ['sends half a box', json([{ ...BALBOA_PARK, boundingbox: ['1', '2'] }])],
  ['sends a box of nothing', json([{ ...BALBOA_PARK, boundingbox: [null, null, null, null] }])],
  ['sends 2 MB', json([{ ...BALBOA_PARK, name: 'x'.repeat(2_000_000) }])],
];

test.each(GARBAGE)(
  'when the provider %s the gazetteer answers, and nothing is kept',
  async (_what, answer) => {
    server.answerWith(answer);
    const { places, attribution } = await geocoder.geocode('San Diego', 1);
    expect(places[0]?.label).toBe('San Diego, CA, US');
    expect(attribution).toContain('GeoNames');
    expect(await keptCount()).toBe(0);
    expect(server.requests).toHaveLength(1);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).not.toContain('San Diego');

    server.answerWith(json([BALBOA_PARK]));
    expect((await geocoder.geocode('San Diego', 1)).attribution).toBe(LICENCE);
  },
);

test.each<[string, Answer]>([
  ['never answers', () => {}],
  ['stops in the middle', (response) => void response.write('[{')],
])('waiting for a provider that %s ends at the limit', async (_what, answer) => {
  server.answerWith(answer);
  const hasty = open({ timeoutMs: SHORT_MS });
  expect((await hasty.geocode('San Diego', 1)).places[0]?.label).toBe('San Diego, CA, US');
  expect(server.requests).toHaveLength(1);
  expect(warnings).toHaveLength(1);
  expect(await keptCount()).toBe(0);
});

test('without a connection to the provider the gazetteer answers', async () => {
  const lost = await openNominatimServer();
  await lost.close();
  const { places } = await open({ geocoderUrl: lost.baseUrl }).geocode('San Diego', 1);
  expect(places[0]?.label).toBe('San Diego, CA, US');
});

test.each(['', ' \0 ', '🅿️', 'x'.repeat(201), 'x'.repeat(10_000)])(
  'a text that names nothing or too much is not sent (%#)',
  async (text) => {
    expect((await geocoder.geocode(text, 5)).places).toEqual([]);
    expect(server.requests).toEqual([]);
    expect(warnings).toEqual([]);
  },
);

test('characters that no store takes are spaces, in the question and in the answer', async () => {
  const display_name = 'Balboa\0 Park \ud83c';
  server.answerWith(json([{ ...BALBOA_PARK, display_name }]));
  const { places } = await geocoder.geocode('Balboa\0Park \ud83c', 1);
  expect(places[0]?.label).toBe('Balboa Park \ufffd');
  expect(server.requests[0]?.url.searchParams.get('q')).toBe('Balboa Park \ufffd');
  expect(await keptCount()).toBe(1);
});

test.each([
  'ftp://provider.example',
  'provider.example',
  'https://user:password@provider.example',
  'https://provider.example/?key=1',
  'https://provider.example/#search',
])('the setting refuses %s, which could not be asked', (geocoderUrl) => {
  const read = () => readConfig({ HEXLOT_GEOCODER_URL: geocoderUrl });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow('HEXLOT_GEOCODER_URL');
});

test('the setting is an address without its last slash, or none', () => {
  const read = (text: string) => readConfig({ HEXLOT_GEOCODER_URL: text }).geocoderUrl;
  expect(read('https://provider.example/nominatim/')).toBe('https://provider.example/nominatim');
  expect(read('')).toBeUndefined();
});
