import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

// An extract of OpenStreetMap is compared with the lots of whoever calls, and nothing is written.

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey({ plan: 'enterprise', rateLimits: { read: 10_000 } });
});
afterAll(() => api.stop());

type Tags = Record<string, string>;

const node = (id: number, lat: number, tags: Tags) =>
  `<node id="${id}" lat="${lat}" lon="24.94"><tag k="amenity" v="parking"/>${Object.entries(tags)
    .map(([k, v]) => `<tag k="${k}" v="${v}"/>`)
    .join('')}</node>\n`;
const extract = (...nodes: string[]) => `<osm version="0.6">\n${nodes.join('')}</osm>`;
const FILE = extract(
  node(1, 60.171, { name: 'Kamppi', capacity: '10' }),
  node(2, 60.18, { name: 'Forum' }),
  node(3, 60.19, { name: 'Staff', access: 'private' }),
);

const compare = (file: string, secret = key.secret) =>
  api.request('POST', '/api/v1/lots/osm-differences', { key: secret, body: { file } });
const createLot = (name: string, lat: number, ofKey = key) =>
  api.request('POST', '/api/v1/lots', {
    key: ofKey.secret,
    body: { name, lat, lng: 24.94, total_spaces: 20, ref: name },
  });

test('tags that differ are shown with both values, and what is only here or only there', async () => {
  const kamppi = (await createLot('Kamppi', 60.171)).body.lot;
  const eliel = (await createLot('Eliel', 60.185)).body.lot;
  const { status, body } = await compare(FILE);
  expect(status).toBe(200);
  expect(body).toMatchObject({ object_count: 3, lot_count: 2, matched_count: 1, left_out: [] });
  expect(body.differing).toMatchObject([
    {
      ...{ lot_id: kamppi.id, name: 'Kamppi', osm_id: 'node/1', distance_m: 0 },
      osm_url: 'https://www.openstreetmap.org/node/1',
    },
  ]);
  expect(body.differing[0].tags).toContainEqual({
    ...{ key: 'capacity', osm: '10', ours: '20', is_suggested: true },
  });
  expect(body.only_here).toMatchObject([{ lot_id: eliel.id, lat: 60.185, lng: 24.94 }]);
  expect(body.only_there).toMatchObject([{ osm_id: 'node/2', name: 'Forum', lat: 60.18 }]);
  expect(body.private_only_there_count).toBe(1);
});

test('only the lots of the caller in its mode are compared', async () => {
  const other = await api.createKey();
  const test = await api.createKey({ operatorId: key.operatorId, mode: 'test' });
  for (const { secret } of [other, test])
    expect((await compare(FILE, secret)).body).toMatchObject({
      ...{ lot_count: 0, matched_count: 0, only_here: [] },
    });
});

test('nothing is written', async () => {
  const counts = () =>
    api.database.sql('select (select count(*) from lots), (select count(*) from audit_log)');
  const before = await counts();
  await compare(FILE);
  expect(await counts()).toEqual(before);
});

test('a file that cannot be read is refused with its line, and an object with its field', async () => {
  const torn = await compare('<osm version="0.6">\n<node id="1" lat="60"\n');
  expect([torn.status, torn.body.error.details[0].field]).toEqual([400, 'file']);
  expect(torn.body.error.details[0].reason).toContain('line ');
  const { reason } = (await compare('ref,name\n1,Elm\n')).body.error.details[0];
  expect(reason).toContain('neither GeoJSON nor OpenStreetMap data');
  const { body } = await compare(extract(node(4, 960, { name: 'Nowhere' })));
  expect(body.object_count).toBe(0);
  expect(body.left_out).toMatchObject([{ name: 'node/4', field: expect.any(String) }]);
});

test('a fleet compares no lots of the operator', async () => {
  const fleet = await api.createKey({ operatorId: key.operatorId, fleetId: 'fleet_1' });
  expect((await compare(FILE, fleet.secret)).status).toBe(403);
});

test('an area with more lots than can be compared is refused, and none is left out', async () => {
  const large = await api.createKey({ plan: 'enterprise' });
  await api.database.sql(
    `insert into lots (lot_id, operator_id, livemode, name, slug, latitude, longitude, cell,
       timezone, currency, total_spaces, rate_unit, is_listed)
     select gen_random_uuid(), $1, true, 'Lot', 'lot', 60.18, 24.94, '617760317196730367',
       'Europe/Helsinki', 'eur', 1, 'hour', true
     from generate_series(1, 10001)`,
    [large.operatorId],
  );
  const { status, body } = await compare(FILE, large.secret);
  expect([status, body.error.details[0].field]).toEqual([400, 'file']);
  expect(body.error.details[0].reason).toContain('more than 10000 of your lots');
});
