import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';
import { addLotWith, randomLot } from '../many-lots.ts';

const SITES = '/feeds/parkapi/v3/parking-sites';
const VALIDATOR = fileURLToPath(new URL('validate-sites.py', import.meta.url));
const COUNT = 200;
const seed = seedOfRun();
const clock = { ms: Date.now(), now: () => clock.ms };

const hasValidators = spawnSync('python3', ['-c', 'import parkapi_sources']).status === 0;

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi({ clock, config: { baseUrl: 'https://parking.example.org' } });
  key = await api.createKey();
  const random = randomFrom(seed);
  for (let i = 0; i < COUNT; i += 1)
    await addLotWith(api.database, key.operatorId, randomLot(random));
});
afterAll(() => api.stop());
beforeEach(() => {
  // A minute later every bucket is full again, and feeds are read again.
  clock.ms += 60_000;
});

const list = async () => (await api.request('GET', SITES)).body;
const add = (columns: object) => addLotWith(api.database, key.operatorId, { ...columns });

async function siteOf(lotId: string) {
  clock.ms += 60_000;
  const { items } = await list();
  return items.find((site: { original_uid: string }) => site.original_uid === lotId);
}

test.skipIf(!hasValidators)(
  `ParkAPI's own validators take every site (skipped without parkapi-sources; seed ${seed})`,
  async () => {
    const { text, body } = await api.request('GET', SITES);
    expect(body.items.length).toBeGreaterThan(COUNT / 2);
    const { status, stdout, stderr } = spawnSync('python3', [VALIDATOR], { input: text });
    expect(status, String(stderr)).toBe(0);
    expect(JSON.parse(String(stdout))).toEqual([]);
  },
);

test('all lots whose spaces are known are sites with numbers of their own', async () => {
  const { total_count, items } = await list();
  const known = await api.database.sql<{ lot_id: string }>(
    'select lot_id from lots where total_spaces is not null order by lot_id',
  );
  expect(total_count).toBe(known.length);
  const ids = items.map((site: { original_uid: string }) => site.original_uid).toSorted();
  expect(ids).toEqual(known.map(({ lot_id }) => lot_id));
  expect(new Set(items.map((site: { id: number }) => site.id)).size).toBe(known.length);
  for (const { id } of items) expect(Number.isSafeInteger(id)).toBe(true);
});

test('a site alone is as in the list; an unknown one is 404', async () => {
  const [site] = (await list()).items;
  const alone = await api.request('GET', `${SITES}/${site.id}`);
  expect(alone.body).toEqual(site);
  const { etag = '' } = alone.headers;
  const headers = { 'if-none-match': etag };
  expect((await api.request('GET', `${SITES}/${site.id}`, { headers })).status).toBe(304);
  expect((await api.request('GET', `${SITES}/1`)).status).toBe(404);
});

test('pages by next_path hold every site once, in the order of the ids', async () => {
  const all = (await list()).items.map((site: { id: number }) => site.id);
  const ids: number[] = [];
  for (let path = `${SITES}?limit=40`; path !== undefined; ) {
    const { body } = await api.request('GET', path);
    expect(body.total_count).toBe(all.length);
    ids.push(...body.items.map((site: { id: number }) => site.id));
    path = body.next_path;
  }
  expect(ids).toEqual(all.toSorted((a: number, b: number) => a - b));
});

test('a page cannot have a box', async () => {
  const { status, body } = await api.request('GET', SITES, {
    query: { bbox: '0,0,1,1', limit: 1 },
  });
  expect(status).toBe(400);
  expect(body.error.details).toMatchObject([{ field: 'bbox' }, { field: 'limit' }]);
});

test('a site says what its lot has, in the units of ParkAPI', async () => {
  const lotId = await add({
    name: 'Centre',
    address: '20 Charles Street',
    lot_type: 'underground',
    features: ['access:customers', 'maxstay:90 minutes', 'park_and_ride'],
    total_spaces: 320,
    accessible_spaces: 8,
    ev_spaces: 12,
    max_height_cm: 210,
    opening_hours: 'Mo-Fr 08:00-18:00',
    rate_minor: 275,
    billing_step_minutes: 30,
    max_daily_minor: 2_000,
    website: 'https://lots.example/1',
    osm_id: 'way/1',
    data_license: 'ODbL-1.0',
  });
  expect(await siteOf(lotId)).toMatchObject({
    source_id: 2,
    purpose: 'CAR',
    type: 'UNDERGROUND',
    is_covered: true,
    capacity: 320,
    capacity_disabled: 8,
    capacity_charging: 12,
    max_height: 210,
    max_stay: 5_400,
    restrictions: [
      { type: 'CUSTOMER', max_stay: 'PT90M' },
      { type: 'DISABLED', capacity: 8 },
      { type: 'CHARGING', capacity: 12 },
    ],
    restricted_to: [{ type: 'CUSTOMER', max_stay: 'PT90M' }],
    park_and_ride_type: ['YES'],
    opening_hours: 'Mo-Fr 08:00-18:00',
    has_fee: true,
    fee_description: '2.75 CAD/hour, billed by started 30 minutes, at most 20.00 CAD in 24 hours',
    public_url: 'https://lots.example/1',
    external_identifiers: [{ type: 'OSM', value: 'way/1' }],
    tags: ['license:ODbL-1.0'],
    description: 'Licence of the data: ODbL-1.0. © OpenStreetMap contributors',
    has_realtime_data: false,
  });
});

test('a price that is only known as text does not tell whether there is a fee', async () => {
  const site = await siteOf(await add({ rate_minor: null, charge_text: 'free for customers' }));
  expect(site.fee_description).toBe('free for customers');
  expect(site).not.toHaveProperty('has_fee');
  expect(await siteOf(await add({ rate_minor: 0 }))).toMatchObject({ has_fee: false });
});

test('a count of vehicles is shown with its time', async () => {
  const lotId = await add({ total_spaces: 10 });
  expect(await siteOf(lotId)).toMatchObject({ has_realtime_data: false });
  const at = new Date();
  await api.request('POST', `/api/v1/lots/${lotId}/occupancy`, {
    key: key.secret,
    body: { occupied: 7, at: at.toISOString() },
  });
  expect(await siteOf(lotId)).toMatchObject({
    has_realtime_data: true,
    realtime_capacity: 10,
    realtime_free_capacity: 3,
    realtime_data_updated_at: at.toISOString(),
  });
});

test('the source of sites from OpenStreetMap asks for its attribution', async () => {
  const { items } = (await api.request('GET', '/feeds/parkapi/v3/sources')).body;
  expect(items.map((source: { id: number }) => source.id)).toEqual([1, 2]);
  expect(items[0]).not.toHaveProperty('attribution_contributor');
  expect(items[1]).toMatchObject({
    attribution_contributor: '© OpenStreetMap contributors',
    attribution_license: 'ODbL-1.0',
  });
});
