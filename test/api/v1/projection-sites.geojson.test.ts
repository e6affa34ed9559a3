import { gunzipSync } from 'node:zlib';
import { cellToLatLng, latLngToCell } from 'h3-js';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobContext } from '../../../pipelines/job.ts';
import { timetable } from '../../../pipelines/jobs.ts';
import {
  addSearches,
  DOWNTOWN,
  passMs,
  searchesBy,
  startOver,
} from '../../src/demand/searches/unmet.ts';
import { addLot } from '../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../client.ts';

const FEED = '/api/v1/projection-sites.geojson';
const DAY_MS = 86_400_000;
const clock = { ms: Date.now(), now: () => clock.ms };

/** The centres of two Pacific cells, east and west of the antimeridian. */
const [WEST, EAST] = [
  { lat: -17, lng: 179.9 },
  { lat: -17, lng: -179.9 },
];
const idOf = ({ lat, lng }: { lat: number; lng: number }) => latLngToCell(lat, lng, 8);

let api: TestApi;
let testKey: TestKey;
beforeAll(async () => {
  api = await startTestApi({ clock });
  testKey = await api.createKey({ mode: 'test' });
  const lot = { operator_id: testKey.operatorId, latitude: 43.66, longitude: -79.38 };
  const lotId = await addLot(api.database, { ...lot, total_spaces: 0 });
  const place = [lotId, 'Toronto', 'ON'];
  await api.database.sql('update lots set city = $2, state = $3 where lot_id = $1', place);
});
afterAll(() => api.stop());
beforeEach(async () => {
  // A minute later every bucket is full again and no feed is in memory.
  clock.ms += 60_000;
  await startOver(api.database);
});

/** Runs the job that the pipelines run by their timetable. */
async function project(): Promise<void> {
  const job = timetable({
    refreshSeconds: 5,
    listingCheck: 'none',
    planPrices: {},
    stripe: undefined,
  }).find(({ name }) => name === 'project-sites');
  await job?.run({ db: api.database.pipelines } as JobContext);
  clock.ms += 60_000;
}

async function addSites(...centres: { lat: number; lng: number }[]): Promise<void> {
  const wishes = centres.flatMap((centre) => searchesBy([4, 3, 3], { centre }));
  await addSearches(api.database, wishes);
  await project();
}

const get = (bbox?: string, headers: Record<string, string> = {}) =>
  api.request('GET', FEED, { headers, ...(bbox !== undefined && { query: { bbox } }) });

async function idsIn(bbox?: string): Promise<string[]> {
  const { status, body } = await get(bbox);
  expect(status).toBe(200);
  return body.features.map((feature: { id: string }) => feature.id);
}

test('without sites the feed is a FeatureCollection without features', async () => {
  await project();
  const { status, headers, text } = await get();
  expect([status, text]).toEqual([200, '{"type":"FeatureCollection","features":[]}']);
  expect(headers).toMatchObject({
    'content-type': 'application/geo+json',
    'cache-control': 'public, max-age=300',
    vary: 'Accept-Encoding, Authorization',
    'access-control-allow-origin': '*',
  });
});

test('a place where three callers searched in vain is on the map after the next run', async () => {
  const keys = [await api.createKey(), await api.createKey(), undefined];
  for (let i = 0; i < 10; i++) {
    const key = keys[i % 3]?.secret;
    const query = { ...DOWNTOWN, radius_km: 1 };
    expect((await api.request('GET', '/api/v1/lots/search', { key, query })).status).toBe(200);
  }
  await api.app.searches.close();
  expect(await idsIn()).toEqual([]);
  await project();
  const { body } = await get();
  const id = idOf(DOWNTOWN);
  const [lat, lng] = cellToLatLng(id);
  expect(body).toEqual({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        id,
        geometry: {
          type: 'Point',
          coordinates: [lng, lat].map((degrees) => Math.round(degrees * 1e6) / 1e6),
        },
        properties: {
          h3: id,
          city: 'Toronto',
          state: 'ON',
          status: 'projected',
          unmet_searches: 10,
          nearest_lot_m: expect.any(Number),
          suggested_spaces: 3,
          period: { from: expect.any(String), to: expect.any(String) },
        },
      },
    ],
  });
  const { nearest_lot_m, period } = body.features[0].properties;
  expect(nearest_lot_m).toBeGreaterThan(300);
  expect(nearest_lot_m).toBeLessThan(1_500);
  expect(Date.parse(period.to) - Date.parse(period.from)).toBe(DAY_MS);
  for (const at of [period.from, period.to]) expect(new Date(at).toISOString()).toBe(at);
});

test('far from any lot a site has neither city nor state nor distance', async () => {
  await addSites(WEST);
  const { body } = await get();
  const [{ properties }] = body.features;
  expect(properties).toMatchObject({ city: null, state: null, nearest_lot_m: null });
});

test('sites have a fixed order, and leave the map when their day is over', async () => {
  await addSites(WEST, DOWNTOWN, EAST);
  const all = await idsIn();
  expect(all.toSorted()).toEqual([WEST, DOWNTOWN, EAST].map(idOf).toSorted());
  await project();
  expect(await idsIn()).toEqual(all);
  await passMs(api.database, DAY_MS);
  await project();
  expect(await idsIn()).toEqual([]);
});

test('a box is answered with the sites whose Point is in it, across the antimeridian too', async () => {
  await addSites(WEST, DOWNTOWN, EAST);
  const [lat, lng] = cellToLatLng(idOf(DOWNTOWN));
  const box = (...degrees: number[]) => idsIn(degrees.join());
  expect(await box(-80, 43, -79, 44)).toEqual([idOf(DOWNTOWN)]);
  expect(await box(lng, lat, lng, lat)).toEqual([idOf(DOWNTOWN)]);
  expect(await box(lng + 1e-6, 43, -79, 44)).toEqual([]);
  expect((await box(170, -20, -170, -10)).toSorted()).toEqual([WEST, EAST].map(idOf).toSorted());
  expect(await box(170, -20, 180, -10)).toEqual([idOf(WEST)]);
  expect(await box(-180, -20, -170, -10)).toEqual([idOf(EAST)]);
});

test.each(['', '1,2,3', 'a,2,3,4', '0,2,1,1', '0,-91,1,1', '-181,0,1,1'])(
  'bbox "%s" is refused naming bbox',
  async (bbox) => {
    const { status, body } = await get(bbox);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ field: 'bbox' }]);
  },
);

test('a caller that has the bytes gets 304 until a run changes them', async () => {
  await addSites(WEST);
  const { headers } = await get();
  const etag = headers.etag ?? '';
  clock.ms += 60_000;
  const again = await get(undefined, { 'if-none-match': etag });
  expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
  await addSites(EAST);
  const changed = await get(undefined, { 'if-none-match': etag });
  expect(changed.status).toBe(200);
  expect(changed.headers.etag).not.toBe(etag);
});

test('the feeds of lots and sites are separate in each coding', async () => {
  await addSites(WEST);
  const lots = await api.request('GET', '/api/v1/lots.geojson');
  const sites = await get();
  expect(sites.text).not.toBe(lots.text);
  const zipped = await request(api.url + FEED, { headers: { 'accept-encoding': 'gzip' } });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(Buffer.from(await zipped.body.arrayBuffer())).toString()).toBe(sites.text);
});

test('a test key gets the sites of the test world, and an unknown key gets nothing', async () => {
  const here = searchesBy([4, 3, 3], { centre: WEST, livemode: false });
  await addSearches(api.database, here);
  await addSites(EAST);
  expect(await idsIn()).toEqual([idOf(EAST)]);
  const seen = await api.request('GET', FEED, { key: testKey.secret });
  expect(seen.body.features.map((feature: { id: string }) => feature.id)).toEqual([idOf(WEST)]);
  expect(seen.headers['cache-control']).toBe('no-store');
  expect((await api.request('GET', FEED, { key: 'pk_live_unknown' })).status).toBe(401);
});
