import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openFeeds } from '../../../api/feeds/feeds.ts';
import { importLots } from '../../../src/imports/lots/import-lots.ts';
import { geojsonFile, osmFeature } from '../../src/imports/lots/geojson.ts';
import { addLot } from '../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../client.ts';

const FEED = '/api/v1/lots.geojson';
const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi({ clock });
  key = await api.createKey();
  await add([
    {
      ...osmFeature(-79.38509312345, 43.66899712345, {
        name: 'Toronto "A" ✓',
        parking: 'multi-storey',
        'addr:full': '20 Charles Street',
      }),
      id: 'way/1',
    },
    osmFeature(179.9, -17, { ref: 'west of 180' }),
    osmFeature(-179.9, -17, { ref: 'east of 180' }),
    osmFeature(180, -17, { ref: 'on 180' }),
    osmFeature(-79.3, 43.6, { ref: 'private', access: 'no' }),
    osmFeature(-79.3, 43.6, { ref: 'closed' }),
    osmFeature(-79.3, 43.6, { ref: 'deleted' }),
  ]);
  await add([osmFeature(-79.3, 43.6, { ref: 'test' })], false);
  const { operatorId: operator_id } = key;
  await addLot(api.database, { operator_id, ref: 'pole', latitude: 90, longitude: 20 });
  await api.database.sql(`update lots set status = 'closed' where ref = 'closed'`);
  await api.database.sql(`update lots set deleted_at = now() where ref = 'deleted'`);
});
afterAll(() => api.stop());
beforeEach(() => {
  // A minute later every bucket is full again and no feed is in memory.
  clock.ms += 60_000;
});

function add(features: object[], livemode = true) {
  const open = geojsonFile(features);
  return importLots(api.database.owner, { operatorId: key.operatorId, livemode, open });
}

const get = (bbox?: string, headers: Record<string, string> = {}) =>
  api.request('GET', FEED, { headers, ...(bbox !== undefined && { query: { bbox } }) });

async function refsIn(bbox: string) {
  const { body } = await get(bbox);
  const ids = body.features.map((feature: { id: string }) => feature.id);
  const rows = await api.database.sql<{ ref: string }>(
    'select ref from lots where lot_id = any($1) order by ref',
    [ids],
  );
  return rows.map((row) => row.ref);
}

test('the feed is a FeatureCollection of all live, listed, active lots', async () => {
  const { status, headers, body } = await get();
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/geo+json',
    'cache-control': 'public, max-age=300',
    vary: 'Accept-Encoding, Authorization',
    'access-control-allow-origin': '*',
  });
  const exposed = headers['access-control-expose-headers']?.split(', ');
  expect(exposed).toEqual(
    expect.arrayContaining(['ETag', 'X-RateLimit-Limit', 'X-RateLimit-Remaining']),
  );
  const ids = body.features.map((feature: { id: string }) => feature.id);
  expect(new Set(ids).size).toBe(5);
  expect(ids).toHaveLength(5);
  expect(body).not.toHaveProperty('crs');
  const toronto = body.features.find(
    (feature: { properties: { osm_id?: string } }) => feature.properties.osm_id,
  );
  expect(toronto).toEqual({
    type: 'Feature',
    id: toronto.id,
    geometry: { type: 'Point', coordinates: [-79.385093, 43.668997] },
    properties: {
      name: 'Toronto "A" ✓',
      slug: 'toronto-a',
      address: '20 Charles Street',
      total_spaces: 10,
      lot_type: 'garage',
      is_lot_type_stated: true,
      features: ['covered'],
      base_rate: null,
      rate_unit: null,
      currency: null,
      max_daily_rate: null,
      charge_text: null,
      opening_hours: null,
      max_height_cm: null,
      website: null,
      url: `${api.app.config.baseUrl}/api/v1/lots/${toronto.id}`,
      possible_duplicate_of: null,
      osm_id: 'way/1',
      is_capacity_estimated: false,
      data_license: 'ODbL-1.0',
      attribution: '© OpenStreetMap contributors',
    },
  });
});

test('unknown properties of a lot are null', async () => {
  const { body } = await get('0,90,30,90');
  expect(body.features[0].properties).toMatchObject({ address: null, osm_id: null });
});

test.each([
  ['-80,43,-79,44', ['way/1']],
  ['-79.38509312345,43.66899712345,-79.38509312345,43.66899712345', ['way/1']],
  ['170,-20,-170,-10', ['east of 180', 'on 180', 'west of 180']],
  ['180,-20,-170,-10', ['east of 180', 'on 180']],
  ['170,-20,180,-10', ['on 180', 'west of 180']],
  ['-180,-20,-170,-10', ['east of 180']],
  ['0,90,30,90', ['pole']],
  ['0,0,1,1', []],
])('bbox %s', async (bbox, refs) => {
  const all = await refsIn(bbox);
  expect(all.map((ref) => (ref.startsWith('toronto') ? 'way/1' : ref))).toEqual(refs);
});

test('a part of the map has the order of the whole', async () => {
  const all = (await get()).body.features.map(({ id }: { id: string }) => id);
  const { body } = await get('170,-20,-170,-10');
  const part = body.features.map(({ id }: { id: string }) => id);
  expect(part).toHaveLength(3);
  expect(part).toEqual(all.filter((id: string) => part.includes(id)));
});

test.each([
  '',
  '1,2,3',
  '1,2,3,4,5',
  'a,2,3,4',
  '1,,3,4',
  ' 1,2,3,4',
  'NaN,0,1,1',
  'Infinity,0,1,1',
  '0x1,0,1,1',
  '0,2,1,1',
  '0,-91,1,1',
  '0,0,1,91',
  '-181,0,1,1',
  '0,0,181,1',
])('bbox "%s" is refused naming bbox', async (bbox) => {
  const { status, body } = await get(bbox);
  expect(status).toBe(400);
  expect(body.error.details).toMatchObject([{ field: 'bbox' }]);
});

test('a caller that has the bytes gets 304; every process gives them the same tag', async () => {
  const { headers } = await get();
  const etag = headers.etag ?? '';
  const { db } = api.database;
  const part = await openFeeds({ ...api.app, db })
    .lots(true)
    .read(null);
  expect(etag).toBe(`"${part.hash}"`);
  clock.ms += 60_000;
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await get(undefined, { 'if-none-match': known });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    expect(again.headers['cache-control']).toBe('public, max-age=300');
  }
  expect((await get(undefined, { 'if-none-match': '"other"' })).status).toBe(200);
  await add([osmFeature(10, 50, { ref: 'new' })]);
  clock.ms += 60_000;
  const changed = await get(undefined, { 'if-none-match': etag });
  expect(changed.status).toBe(200);
  expect(changed.headers.etag).not.toBe(etag);
});

test.each([
  ['gzip', 'gzip', gunzipSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['br;q=0, *', 'gzip', gunzipSync],
  ['deflate', undefined, (bytes: Buffer) => bytes],
  ['gzip;q=0', undefined, (bytes: Buffer) => bytes],
  ['br;q=0.2, gzip;q=0.9', 'gzip', gunzipSync],
  ['identity, gzip;q=0.5', undefined, (bytes: Buffer) => bytes],
  ['*;q=0', undefined, (bytes: Buffer) => bytes],
  ['identity;q=0.5, br', 'br', brotliDecompressSync],
] as const)('Accept-Encoding "%s" is answered in %s', async (accept, coding, decode) => {
  const plain = await get();
  const { headers, body } = await request(api.url + FEED, {
    headers: { 'accept-encoding': accept },
  });
  expect(headers['content-encoding']).toBe(coding);
  expect(decode(Buffer.from(await body.arrayBuffer())).toString()).toBe(plain.text);
  // Other bytes are another representation, so their strong tag must differ.
  expect(headers.etag === plain.headers.etag).toBe(coding === undefined);
});

test('a feed is read again after seconds', async () => {
  const before = (await get()).body.features.length;
  await add([osmFeature(11, 50, { ref: 'later' })]);
  expect((await get()).body.features).toHaveLength(before);
  clock.ms += 5_000;
  expect((await get()).body.features).toHaveLength(before + 1);
});

test('a test key gets the feed of the test world, which must not be cached', async () => {
  const key = await api.createKey({ mode: 'test' });
  const feed = await api.request('GET', '/api/v1/lots.geojson', { key: key.secret });
  expect(feed.headers['cache-control']).toBe('no-store');
  const names = JSON.parse(feed.text).features.map(
    (feature: { properties: { name: string } }) => feature.properties.name,
  );
  const listed = await api.database.sql<{ name: string }>(
    'select name from lots where not livemode order by lot_id',
  );
  expect(names).toEqual(listed.map((lot) => lot.name));
  expect(names.length).toBeGreaterThan(0);
});
