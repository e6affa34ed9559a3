import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importLots } from '../../../../../src/imports/lots/import-lots.ts';
import { cellAt, cellCentre } from '../../../../../src/kit/geo/cells.ts';
import { roundPoint } from '../../../../../src/kit/geo/great-circle.ts';
import { geojsonFile, osmFeature } from '../../../../src/imports/lots/geojson.ts';
import { startTestApi, type TestApi, type TestKey } from '../../../client.ts';

const SEARCH = '/api/v1/lots/search';
/** Wednesday, 15:00 in Los Angeles and 18:00 in Toronto. */
const clock = { ms: Date.parse('2026-11-18T23:00:00Z'), now: () => clock.ms };
const TORONTO = { lat: 43.65, lng: -79.38 };
const GREENLAND = { lat: 72.5, lng: -38.5 };

let api: TestApi;
let key: TestKey;

beforeAll(async () => {
  api = await startTestApi({ clock });
  key = await api.createKey();
  const rate = { charge: '4.00 CAD/hour', opening_hours: '24/7' };
  await add([
    osmFeature(-79.38, 43.65, {
      ref: 'garage',
      name: 'Garage',
      parking: 'multi-storey',
      'charge:max': '12.00 CAD/day',
      maxheight: '2.00',
      'addr:city': 'Toronto',
      ...rate,
    }),
    osmFeature(-79.381, 43.65, { ref: 'ev', 'capacity:charging': 2, charge: '6.00 CAD/hour' }),
    osmFeature(-79.382, 43.65, { ref: 'accessible', 'capacity:disabled': 'yes', ...rate }),
    osmFeature(-79.383, 43.65, { ref: 'av', 'capacity:autonomous': 1, ...rate }),
    osmFeature(-79.384, 43.65, { ref: 'day', charge: '9.00 CAD/day' }),
    osmFeature(-79.385, 43.65, { ref: 'offices', ...rate, opening_hours: 'Mo-Fr 07:00-17:30' }),
    osmFeature(-79.386, 43.65, { ref: 'full', capacity: 3, ...rate }),
    osmFeature(-79.387, 43.65, { ref: 'no rate' }),
    osmFeature(-118.25, 34.05, { ref: 'la', ...rate, opening_hours: 'Mo-Fr 07:00-17:30' }),
    osmFeature(139.7, 35.68, { ref: 'tokyo', charge: '300 JPY/hour' }),
    osmFeature(-79.38, 43.651, { ref: 'private', access: 'private' }),
    osmFeature(-79.38, 43.652, { ref: 'closed', ...rate }),
    osmFeature(-79.38, 43.653, { ref: 'deleted', ...rate }),
  ]);
  await add([osmFeature(-79.38, 43.65, { ref: 'test', ...rate })], false);
  await api.database.sql(`update lots set taken_spaces = 3 where ref = 'full'`);
  await api.database.sql(`update lots set status = 'closed' where ref = 'closed'`);
  await api.database.sql(`update lots set deleted_at = now() where ref = 'deleted'`);
});
afterAll(() => api.stop());

function add(features: object[], livemode = true) {
  const open = geojsonFile(features);
  return importLots(api.database.owner, { operatorId: key.operatorId, livemode, open });
}

async function search(query: Record<string, string | number | boolean> = {}, secret?: string) {
  clock.ms += 1_000;
  return api.request('GET', SEARCH, { query: { ...TORONTO, ...query }, key: secret });
}

async function refsOf(query: Record<string, string | number | boolean>, secret?: string) {
  const { status, body } = await search({ limit: 50, ...query }, secret);
  expect(status).toBe(200);
  const ids = body.lots.map((lot: { id: string }) => lot.id);
  const rows = await api.database.sql<{ lot_id: string; ref: string }>(
    'select lot_id, ref from lots',
  );
  return ids.map((id: string) => rows.find((row) => row.lot_id === id)?.ref);
}

const ALL = ['garage', 'ev', 'accessible', 'av', 'day', 'offices', 'full', 'no rate'];

test('a found lot shows its details, distance, occupancy and price', async () => {
  const { body } = await search({ limit: 1 });
  const [lot] = body.lots;
  expect(body).toEqual({ lots: [lot], has_more: true, next_cursor: expect.any(String) });
  expect(lot).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Garage',
    possible_duplicate_of: null,
    slug: 'garage',
    address: null,
    city: 'Toronto',
    state: null,
    country: 'CA',
    lat: 43.65,
    lng: -79.38,
    timezone: 'America/Toronto',
    total_spaces: 10,
    base_rate: 4,
    rate_unit: 'hour',
    billing_step_minutes: 1,
    currency: 'cad',
    max_daily_rate: 12,
    has_no_daily_max: false,
    tariff: null,
    lot_type: 'garage',
    is_lot_type_stated: true,
    features: ['covered'],
    spaces: { ev: 0, accessible: 0, av: 0 },
    opening_hours: '24/7',
    overnight: false,
    max_height_cm: 200,
    status: 'active',
    url: `${api.app.config.baseUrl}/api/v1/lots/${lot.id}`,
    website: null,
    osm_id: null,
    is_capacity_estimated: false,
    area_m2: null,
    charge_text: null,
    data_license: null,
    attribution: null,
    is_osm_export_allowed: false,
    updated_at: expect.stringMatching(/Z$/),
    distance_m: 0,
    availability: {
      total_spaces: 10,
      available_spaces: 10,
      occupancy_pct: 0,
      level: 'free',
      status: 'open',
      as_of: expect.stringMatching(/Z$/),
      source: 'sessions',
      forecast: null,
    },
    pricing: {
      base_rate: 4,
      effective_rate: 4,
      rate_unit: 'hour',
      billing_step_minutes: 1,
      currency: 'cad',
      max_daily_rate: 12,
      has_no_daily_max: false,
    },
  });
});

test('a test key finds only test lots; a live key or none finds only live lots', async () => {
  const testKey = await api.createKey({ mode: 'test' });
  expect(await refsOf({})).toEqual(ALL);
  expect(await refsOf({}, key.secret)).toEqual(ALL);
  expect(await refsOf({}, testKey.secret)).toEqual(['test']);
});

describe('filters', () => {
  test.each([
    [{ ev: true }, ['ev']],
    [{ accessible: true }, ['accessible']],
    [{ av: true }, ['av']],
    [{ covered: true }, ['garage']],
    [{ covered: true, ev: true }, []],
    [{ ev: false }, ALL],
    [{ max_height_cm: 200 }, ALL],
    [{ max_height_cm: 201 }, ALL.slice(1)],
    [{ available_only: true }, ALL.filter((ref) => ref !== 'full' && ref !== 'offices')],
    [{ open_now: true }, ['garage', 'accessible', 'av', 'full']],
    [{ max_rate: 4 }, ['garage', 'accessible', 'av', 'offices', 'full']],
    [{ max_rate: 3.99 }, []],
    [{ radius_km: 0.1 }, ['garage', 'ev']],
  ])('%o', async (query, refs) => {
    expect(await refsOf(query)).toEqual(refs);
  });

  test("the price limit of the first hour is in units of the lot's currency", async () => {
    const tokyo = { lat: 35.68, lng: 139.7 };
    expect(await refsOf({ ...tokyo, max_rate: 300 })).toEqual(['tokyo']);
    expect(await refsOf({ ...tokyo, max_rate: 299 })).toEqual([]);
  });

  test('open now is decided in the time zone of the lot', async () => {
    expect(await refsOf({ lat: 34.05, lng: -118.25, open_now: true })).toEqual(['la']);
  });
});

test('lots are sorted as asked; by price, lots that nobody can take come last', async () => {
  const byPrice = await refsOf({ sort: 'price' });
  expect(byPrice.slice(-5)).toEqual(['ev', 'day', 'offices', 'full', 'no rate']);
  expect((await refsOf({ sort: 'availability' })).at(-1)).toBe('full');
});

test('pages show every lot once', async () => {
  const refs: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await search({ limit: 3, ...(cursor !== undefined && { cursor }) });
    refs.push(...page.body.lots.map((lot: { id: string }) => lot.id));
    cursor = page.body.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(new Set(refs).size).toBe(ALL.length);
  expect(refs).toHaveLength(ALL.length);
});

test('a closed lot is not shown as full', async () => {
  const { body } = await search({ limit: 50 });
  const statusByDistance = body.lots.map((lot: { availability: object }) => lot.availability);
  expect(statusByDistance[5]).toMatchObject({ status: 'closed', available_spaces: 10 });
  expect(statusByDistance[6]).toMatchObject({
    status: 'full',
    available_spaces: 0,
    occupancy_pct: 100,
  });
});

describe('a quote', () => {
  const HOUR_MS = 3_600_000;
  const start = HOUR_MS * Math.ceil(Date.now() / HOUR_MS + 48);
  const hoursOn = (hours: number) => new Date(start + hours * HOUR_MS).toISOString();
  const window = { starts_at: hoursOn(0), ends_at: hoursOn(26.5) };

  test('is the price of the window, line by line, and null without a rate', async () => {
    const { body } = await search({ limit: 50, ...window });
    expect(body.lots[0].quote).toEqual({
      id: expect.any(String),
      expires_at: hoursOn(1 / 6),
      amount: 22,
      currency: 'cad',
      base_rate: 4,
      effective_rate: 4,
      rules: [],
      decimals: 2,
      lines: [
        {
          description: 'day maximum',
          from: hoursOn(0),
          to: hoursOn(24),
          minutes: 1440,
          billed_minutes: 1440,
          billing_step_minutes: 1,
          ...{ quantity: 24, unit_minutes: 60, unit_price: 4 },
          capped_by: { per: '24h', amount: 12 },
          rate: 4,
          rate_unit: 'hour',
          max_daily_rate: 12,
          spaces: 1,
          amount: 12,
        },
        {
          description: 'hourly rate',
          from: hoursOn(24),
          to: hoursOn(26.5),
          minutes: 150,
          billed_minutes: 150,
          billing_step_minutes: 1,
          ...{ quantity: 2.5, unit_minutes: 60, unit_price: 4 },
          rate: 4,
          rate_unit: 'hour',
          max_daily_rate: 12,
          spaces: 1,
          amount: 10,
        },
      ],
    });
    expect(body.lots[4].quote.amount).toBe(18);
    expect(body.lots[7].quote).toBeNull();
  });

  test.each([
    [{ starts_at: window.starts_at }, 'ends_at'],
    [{ ends_at: window.ends_at }, 'starts_at'],
    [{ starts_at: window.ends_at, ends_at: window.starts_at }, 'ends_at'],
    [{ ...window, ends_at: window.starts_at }, 'ends_at'],
    [{ ...window, ends_at: hoursOn(721) }, 'ends_at'],
    [{ starts_at: hoursOn(-72), ends_at: hoursOn(-71) }, 'starts_at'],
    [{ ...window, starts_at: hoursOn(-72) }, 'starts_at'],
    [{ ...window, starts_at: 'tomorrow' }, 'starts_at'],
    [{ ...window, ends_at: '2026-11-20T23:59:60Z' }, 'ends_at'],
  ])('of %o is refused', async (query, field) => {
    const { status, body } = await search(query);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ field }]);
  });
});

test.each([
  [{ lat: 91 }, 'lat'],
  [{ lng: -180.1 }, 'lng'],
  [{ lat: 'NaN' }, 'lat'],
  [{ lat: '' }, 'lat'],
  [{ radius_km: 0.09 }, 'radius_km'],
  [{ radius_km: 50.1 }, 'radius_km'],
  [{ limit: 0 }, 'limit'],
  [{ limit: 51 }, 'limit'],
  [{ limit: 1.5 }, 'limit'],
  [{ sort: 'beauty' }, 'sort'],
  [{ ev: 'maybe' }, 'ev'],
  [{ max_rate: -1 }, 'max_rate'],
  [{ cursor: 'nonsense' }, 'cursor'],
  [{ unknown: 1 }, 'unknown'],
])('%o is refused naming its field, and no search is logged', async (query, field) => {
  await loggedSearches();
  const { status, body } = await search(query);
  expect(status).toBe(400);
  expect(body.error.code).toBe('BAD_REQUEST');
  expect(body.error.details).toMatchObject([{ field }]);
  expect(await loggedSearches()).toEqual([]);
});

/** The searches logged since the last call. */
async function loggedSearches() {
  await api.app.searches.close();
  const rows = await api.database.sql<{ search_id: number }>(
    `select search_log.search_id, livemode, kind, cell::text, cell_latitude, cell_longitude,
       radius_m, agent_platform, found_lot_count, available_lot_count, nearest_lot_m, city,
       wanted_on::text, caller, agent, latitude, longitude
     from search_log left join search_callers using (search_id)
     where search_id > coalesce((select max(search_id) from seen_searches), 0) order by search_id`,
  );
  await api.database.sql('insert into seen_searches select search_id from search_log');
  return rows;
}
beforeAll(() => api.database.sql('create table seen_searches (search_id bigint)'));

test('every search is logged once; the caller is stored apart from what is kept', async () => {
  await loggedSearches();
  const agent = await api.createKey({ agentPlatform: 'claude' });
  const page = await search({ limit: 2, radius_km: 2 }, agent.secret);
  await search({ limit: 2, radius_km: 2, cursor: page.body.next_cursor }, agent.secret);
  await search({ ...GREENLAND });
  const cell = cellAt(TORONTO.lat, TORONTO.lng);
  const centre = roundPoint(cellCentre(cell));
  expect(await loggedSearches()).toMatchObject([
    {
      livemode: true,
      kind: 'search',
      cell: String(cell),
      cell_latitude: centre.lat,
      cell_longitude: centre.lng,
      radius_m: 2_000,
      agent_platform: 'claude',
      found_lot_count: ALL.length,
      available_lot_count: ALL.length - 1,
      nearest_lot_m: 0,
      city: 'Toronto',
      wanted_on: new Date().toLocaleDateString('sv', { timeZone: 'America/Toronto' }),
      caller: expect.any(String),
      agent: expect.any(String),
      latitude: TORONTO.lat,
      longitude: TORONTO.lng,
    },
    {
      agent_platform: null,
      found_lot_count: 0,
      available_lot_count: 0,
      nearest_lot_m: null,
      city: null,
      agent: null,
      latitude: GREENLAND.lat,
    },
  ]);
});
