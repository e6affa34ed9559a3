import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PRODUCT_KEYS } from '../../../src/kit/osm/export/tags-of.ts';
import { addOsmLot } from '../../stage/osm-lots.ts';
import { startTestApi, type TestApi, type TestKey } from '../client.ts';

const OSM = '/api/v1/lots.osm';
const OSC = '/api/v1/lots.osc';
const clock = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi({ clock });
  key = await api.createKey();
  const add = (columns: Record<string, unknown>) =>
    addOsmLot(api.database, key.operatorId, columns);
  await add({
    name: 'Rock & "Roll" <1>',
    latitude: 60.17,
    longitude: 24.94,
    osm_id: 'way/7',
    max_daily_minor: 2000,
    osm_tags: {
      note: 'two\nlines',
      'too:long': 'ä'.repeat(256),
      'just:fits': '𝄞'.repeat(255),
      control: 'a\u0001b',
      'charge:max': '9 EUR/day',
    },
  });
  await add({ name: 'West of 180', latitude: -17, longitude: 179.9 });
  await add({ name: 'East of 180', latitude: -17, longitude: -179.9 });
  await add({ name: 'Not allowed', is_osm_export_allowed: false });
  await add({ name: 'Closed', status: 'closed' });
  await add({ name: 'Not listed', is_listed: false });
  await add({ name: 'Of the test world', livemode: false });
});
afterAll(() => api.stop());
beforeEach(() => {
  // A minute later every bucket is full again and no feed is in memory.
  clock.ms += 60_000;
});

const get = (path: string, query: Record<string, string> = {}, headers = {}) =>
  api.request('GET', path, { query, headers });
const namesIn = (xml: string) =>
  [...xml.matchAll(/k="name" v="([^"]*)"/g)].map(([, name = '']) => name).toSorted();
const idsIn = (xml: string) =>
  new Map(
    [...xml.matchAll(/<node id="(-\d+)".*?k="name" v="([^"]*)"/gs)].map(([, id, name]) => [
      name,
      id,
    ]),
  );

test('lots.osm has all lots that may be exported, and no others', async () => {
  const { status, headers, text } = await get(OSM);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.openstreetmap.data+xml',
    'cache-control': 'public, max-age=300',
    vary: 'Accept-Encoding, Authorization',
    'access-control-allow-origin': '*',
  });
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<osm version="0\.6" /);
  expect(text).toContain(' upload="false" generator="Hexlot"');
  expect(text).toMatch(/<!-- For a person .* which are names of this product only.*-->/);
  expect(namesIn(text)).toEqual([
    'East of 180',
    'Rock &amp; &quot;Roll&quot; &lt;1&gt;',
    'West of 180',
  ]);
  for (const name of PRODUCT_KEYS) expect(text).not.toContain(`k="${name}"`);
});

test('what XML or OpenStreetMap cannot hold is left out and counted', async () => {
  const { text } = await get(OSM);
  expect(text).toContain('<tag k="note" v="two&#10;lines"/>');
  expect(text).toContain(`<tag k="just:fits" v="${'𝄞'.repeat(255)}"/>`);
  expect(text).not.toMatch(/k="(too:long|control)"/);
  expect(text.match(/<!-- tags left out[^>]*: 2 -->/g)).toHaveLength(1);
});

test('lots.osc creates only what OpenStreetMap does not have', async () => {
  const { headers, text } = await get(OSC);
  expect(headers['content-type']).toBe('application/xml');
  expect(namesIn(text)).toEqual(['East of 180', 'West of 180']);
  expect(text).toMatch(/<osmChange version="0\.6" .*<create>\n .*<\/create>\n<\/osmChange>\n$/s);
});

test('nodes are in the order of their ids, the oldest lot first', async () => {
  const ids = [...idsIn((await get(OSM)).text).values()].map(Number);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
});

test('a lot has the same id in every file, and no two lots have the same', async () => {
  const all = idsIn((await get(OSM)).text);
  expect(new Set(all.values()).size).toBe(3);
  for (const [name, id] of all) expect(id, name).toMatch(/^-[1-9]\d*$/);
  const other = [(await get(OSM, { bbox: '170,-20,-170,-10' })).text, (await get(OSC)).text];
  for (const xml of other) {
    const some = idsIn(xml);
    expect(some.size).toBe(2);
    for (const [name, id] of some) expect(id).toBe(all.get(name));
  }
});

test.each([
  ['170,-20,-170,-10', ['East of 180', 'West of 180']],
  ['170,-20,180,-10', ['West of 180']],
  ['0,0,1,1', []],
])('bbox %s', async (bbox, names) => {
  const [osm, osc, geojson] = [
    await get(OSM, { bbox }),
    await get(OSC, { bbox }),
    await get(OSM, { bbox, format: 'geojson' }),
  ];
  expect(namesIn(osm.text)).toEqual(names);
  expect(namesIn(osc.text)).toEqual(names);
  const found = geojson.body.features.map(
    ({ properties }: { properties: { name: string } }) => properties.name,
  );
  expect(found.toSorted()).toEqual(names);
});

test('as GeoJSON the properties are OpenStreetMap’s keys', async () => {
  const { headers, body } = await get(OSM, { format: 'geojson', bbox: '24,60,25,61' });
  expect(headers['content-type']).toBe('application/geo+json');
  expect(body.features).toEqual([
    {
      type: 'Feature',
      id: expect.any(String),
      left_out_count: 2,
      geometry: { type: 'Point', coordinates: [24.94, 60.17] },
      properties: {
        '@id': 'way/7',
        amenity: 'parking',
        name: 'Rock & "Roll" <1>',
        parking: 'surface',
        capacity: '10',
        fee: 'yes',
        charge: '3.50 CAD/hour',
        note: 'two\nlines',
        'just:fits': '𝄞'.repeat(255),
      },
    },
  ]);
});

test('a caller that has the bytes gets 304, also of each coding', async () => {
  for (const [path, query] of [
    [OSM, {}],
    [OSM, { format: 'geojson' }],
    [OSC, {}],
  ] as const) {
    const { headers, text } = await get(path, query);
    const again = await get(path, query, { 'if-none-match': headers.etag });
    expect([again.status, again.text]).toEqual([304, '']);
    const url = `${api.url}${path}?${new URLSearchParams(query)}`;
    const zipped = await request(url, { headers: { 'accept-encoding': 'gzip' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(Buffer.from(await zipped.body.arrayBuffer())).toString()).toBe(text);
  }
});

test('a lot whose operator no longer allows it is gone after seconds', async () => {
  const lotId = await addOsmLot(api.database, key.operatorId, { name: 'For a while' });
  expect(namesIn((await get(OSM)).text)).toContain('For a while');
  const { secret } = key;
  const body = { is_osm_export_allowed: false };
  const { status } = await api.request('PATCH', `/api/v1/lots/${lotId}`, { key: secret, body });
  expect(status).toBe(200);
  clock.ms += 5_000;
  expect(namesIn((await get(OSM)).text)).not.toContain('For a while');
});

test.each([
  [{ bbox: '1,2,3' }, 'bbox'],
  [{ format: 'pbf' }, 'format'],
])('%o is refused naming the parameter', async (query, field) => {
  const { status, body } = await get(OSM, query);
  expect(status).toBe(400);
  expect(body.error.details).toMatchObject([{ field }]);
});
