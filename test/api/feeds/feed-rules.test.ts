import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../client.ts';
import { addLotWith } from './many-lots.ts';

const clock = { ms: Date.now(), now: () => clock.ms };

/** Every feed that has a box, with what its features are called. */
const FEEDS = [
  ['/api/v1/lots.geojson', 'features'],
  ['/feeds/parkapi/v3/parking-sites', 'items'],
  ['/feeds/parkapi/v3/otp', 'lots'],
  ['/feeds/apds/v4/places', 'data'],
  ['/feeds/apds/v4/rates', 'data'],
] as const;
const DUMP = '/api/v1/lots.ndjson.gz';

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi({ clock });
  key = await api.createKey();
  for (const longitude of [-179, 0, 179]) await add({ longitude, latitude: 50 });
});
afterAll(() => api.stop());
beforeEach(() => {
  clock.ms += 60_000;
});

const add = (columns: object) => addLotWith(api.database, key.operatorId, { ...columns });

test.each([...FEEDS.map(([path]) => path), DUMP, '/feeds/parkapi/v3/sources'])(
  '%s is cached for five minutes, by all, with a strong tag',
  async (path) => {
    const { status, headers } = await api.request('GET', path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      vary: 'Accept-Encoding, Authorization',
      'access-control-allow-origin': '*',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    const again = await api.request('GET', path, {
      headers: { 'if-none-match': `${headers.etag}` },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  },
);

test.each(FEEDS)('%s is the same in each coding', async (path, member) => {
  const plain = await api.request('GET', path);
  expect(plain.body[member]).toHaveLength(3);
  for (const [coding, decode] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const { headers, body } = await request(api.url + path, {
      headers: { 'accept-encoding': coding },
    });
    expect(headers['content-encoding']).toBe(coding);
    expect(decode(Buffer.from(await body.arrayBuffer())).toString()).toBe(plain.text);
    expect(headers.etag).not.toBe(plain.headers.etag);
  }
});

test.each(FEEDS)('%s takes a box across the antimeridian', async (path, member) => {
  const { body } = await api.request('GET', path, { query: { bbox: '170,40,-170,60' } });
  expect(body[member]).toHaveLength(2);
  const wrong = await api.request('GET', path, { query: { bbox: '170,40' } });
  expect(wrong.body.error.details).toMatchObject([{ field: 'bbox' }]);
});

test.each(FEEDS)('%s without a lot is an empty collection', async (path, member) => {
  const { body } = await api.request('GET', path, { query: { bbox: '1,1,2,2' } });
  expect(body[member]).toEqual([]);
});

test('a collection tells how many there are in the box', async () => {
  const query = { bbox: '170,40,-170,60' };
  const sites = await api.request('GET', '/feeds/parkapi/v3/parking-sites', { query });
  expect(sites.body.total_count).toBe(2);
  const places = await api.request('GET', '/feeds/apds/v4/places', { query });
  expect(places.body.meta).toMatchObject({ offset: 0, pageSize: 2, total: 2 });
});

test('the dump is a gzip file, whatever coding is asked for', async () => {
  for (const coding of ['gzip', 'br', 'identity']) {
    const { headers, body } = await request(api.url + DUMP, {
      headers: { 'accept-encoding': coding },
    });
    expect(headers['content-type']).toBe('application/gzip');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['x-changes-since']).toMatch(/^[\w-]+$/);
    const text = gunzipSync(Buffer.from(await body.arrayBuffer())).toString();
    expect(text.endsWith('}\n')).toBe(true);
    expect(text.trimEnd().split('\n')).toHaveLength(3);
  }
});

test('the watermark of a dump that has not changed is that of now', async () => {
  const first = await api.request('GET', DUMP);
  await add({ longitude: 0, latitude: 1, is_listed: false });
  clock.ms += 60_000;
  const headers = { 'if-none-match': String(first.headers.etag) };
  const second = await api.request('GET', DUMP, { headers });
  expect(second.status).toBe(304);
  expect(second.headers['x-changes-since']).not.toBe(first.headers['x-changes-since']);
});
