import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertSearches, type Search } from '../../../../src/demand/searches/record-search.ts';
import { newUuid } from '../../../../src/kit/uuid.ts';
import { addLot } from '../../../stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../stage/warehouse.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

const TORONTO = { lat: 43.6532, lng: -79.3832 };
/** Two cities of one name, with lots or queries in both. */
const PARIS = { lat: 48.8566, lng: 2.3522 };
const PARIS_TEXAS = { lat: 33.6609, lng: -95.5555 };
/** Asked about, without any lot. */
const BERGAMO = { lat: 45.698, lng: 9.677 };
/** Asked about by one caller only, without any lot. */
const KATHMANDU = { lat: 27.7017, lng: 85.3206 };
/** Asked about by three callers, and often by a fourth. */
const HAMILTON = { lat: 43.2557, lng: -79.8711 };
/** Asked about by assistants of three platforms, all of one operator. */
const ADELAIDE = { lat: -34.9285, lng: 138.6007 };
/** A lot, and no query. */
const OTTAWA = { lat: 45.4215, lng: -75.6972 };
/** A lot each, and no query. */
const NAMED = {
  Munich: { lat: 48.1351, lng: 11.582 },
  Vienna: { lat: 48.2082, lng: 16.3738 },
  Prague: { lat: 50.0755, lng: 14.4378 },
  Köln: { lat: 50.9375, lng: 6.9603 },
  Genève: { lat: 46.2044, lng: 6.1432 },
  'New York City': { lat: 40.6501, lng: -73.9496 },
  Berlin: { lat: 52.4987, lng: 13.403 },
};
/** Lots that say where they are: in a village of no gazetteer, and in a city far away. */
const STATED = { 'Sankt Hexlot': NAMED.Munich, Augsburg: NAMED.Vienna };
const DAY_MS = 24 * 3_600_000;

let api: TestApi;
let warehouse: TestWarehouse;
let key: TestKey;

const search = (more: Partial<Search>): Search => ({
  kind: 'search',
  at: new Date(),
  livemode: true,
  centre: TORONTO,
  radiusM: 5_000,
  agentPlatform: 'claude',
  foundCount: 3,
  availableCount: 1,
  nearestM: 100,
  window: null,
  caller: { keyId: 'key_a', operatorId: 'op_a', ip: null },
  ...more,
});
const byKey = (name: string) => ({ keyId: `key_${name}`, operatorId: `op_${name}`, ip: null });
const byEach = (names: readonly string[], more: Partial<Search>) =>
  names.map((name) => search({ caller: byKey(name), ...more }));
const times = (count: number, one: Search) => Array.from({ length: count }, () => one);
const PLATFORMS = ['claude', 'perplexity', 'mistral'];
const THREE = ['a', 'b', 'c'];
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

beforeAll(async () => {
  api = await startTestApi();
  warehouse = await openTestWarehouse(api.database);
  key = await api.createKey({ rateLimits: { intelligence: 10_000 } });
  const operator_id = key.operatorId;
  for (const agentPlatform of PLATFORMS) await api.createKey({ agentPlatform });
  const lots = [TORONTO, TORONTO, TORONTO, PARIS, OTTAWA];
  for (const [i, { lat, lng }] of lots.entries())
    await addLot(api.database, { operator_id, latitude: lat + i / 10_000, longitude: lng });
  await api.database.sql(`update lots set address = '100 Queen Street West, Toronto'`);
  for (const { lat, lng } of Object.values(NAMED))
    await addLot(api.database, { operator_id, latitude: lat, longitude: lng });
  for (const [city, { lat, lng }] of Object.entries(STATED)) {
    const lot_id = newUuid();
    await addLot(api.database, { lot_id, operator_id, latitude: lat, longitude: lng });
    await api.database.sql('update lots set city = $2 where lot_id = $1', [lot_id, city]);
  }
  await insertSearches(api.database.db, [
    ...['a', 'b', 'c', 'c'].map((name) => search({ caller: byKey(name) })),
    search({ agentPlatform: 'gemini', kind: 'availability', availableCount: 0 }),
    // One caller: told of a platform with keys and ten queries in a period, and of no other.
    ...times(10, search({ agentPlatform: 'perplexity', kind: 'rates', at: ago(10) })),
    ...times(15, search({ agentPlatform: 'gemini', at: ago(10) })),
    ...times(9, search({ agentPlatform: 'perplexity', at: ago(40) })),
    search({ agentPlatform: 'perplexity', at: ago(41), availableCount: 0 }),
    search({ agentPlatform: null, caller: byKey('person') }),
    ...byEach(THREE, { livemode: false }),
    ...byEach(THREE, { centre: PARIS_TEXAS }),
    ...byEach(THREE, { centre: BERGAMO }),
    ...times(5, search({ centre: KATHMANDU })),
    ...byEach(THREE, { centre: HAMILTON }),
    ...Array.from({ length: 60 }, (_, i) =>
      search({
        centre: HAMILTON,
        agentPlatform: `flood${i % 5}`,
        caller: { keyId: `key_flood${i % 7}`, operatorId: 'op_flood', ip: `192.0.2.${i}` },
      }),
    ),
    ...PLATFORMS.flatMap((agentPlatform, i) =>
      times(
        9 + i,
        search({
          centre: { ...ADELAIDE, lng: ADELAIDE.lng + i / 50 },
          agentPlatform,
          caller: { ...byKey('one'), keyId: `key_${agentPlatform}` },
        }),
      ),
    ),
  ]);
  await warehouse.refresh();
  // Drains the crowds that the first one found.
  await warehouse.refresh();
});
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

const ask = (query: Record<string, string | number>, more = {}) =>
  api.request('GET', '/api/v2/intelligence/agent-demand', { key: key.secret, query, ...more });

test("a city's demand is counted by its local dates, hours and groups, and charged", async () => {
  const { status, body } = await ask({ city: 'Toronto' });
  expect(status).toBe(200);
  expect(body.meta).toMatchObject({ endpoint: 'agent-demand', cost_cents: 100 });
  const local = new Intl.DateTimeFormat('en', {
    timeZone: 'America/Toronto',
    weekday: 'long',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  expect(body.data).toMatchObject({
    city: 'Toronto',
    state: 'ON',
    period_days: 30,
    total_agent_queries: 15,
    search_queries: 4,
    conversions: 0,
    conversion_rate_pct: 0,
    unmet_share: 0.2,
    platform_breakdown: { claude: 4, perplexity: 10, other: 1 },
    top_search_locations: [{ location: 'Queen Street West', query_count: 5 }],
    coverage_level: 'full',
    lot_count: 3,
    previous_period: { total_agent_queries: 10, change_pct: 50 },
  });
  expect(body.data.daily).toHaveLength(30);
  const parts = Object.fromEntries(local.formatToParts().map(({ type, value }) => [type, value]));
  expect(body.data.peak_times[0]).toMatchObject({ hour: Number(parts.hour) });
  expect(body.data.peak_times[0].label).toMatch(/^(1[0-2]|[1-9]) (AM|PM)$/);
  expect(body.data.top_search_dates).toEqual([
    { date: body.data.daily.at(-1).date, query_count: 5 },
  ]);
});

test('each answer to the same question has the bytes of its own JSON, price and request, zipped or not', async () => {
  const buyers = [key, await api.createKey(), await api.createKey({ mode: 'test' })];
  const answers = [];
  for (const headers of [{}, { 'accept-encoding': 'gzip' }])
    for (const { secret } of buyers)
      answers.push(await ask({ city: 'Toronto' }, { key: secret, headers }));
  for (const { text, body, headers } of answers) {
    expect(text).toBe(JSON.stringify(body));
    expect(body.meta.request_id).toBe(headers['x-request-id']);
    expect(body.data.period_days).toBe(30);
  }
  const codings = answers.map(({ headers }) => headers['content-encoding']);
  expect(codings).toEqual([undefined, undefined, undefined, 'gzip', 'gzip', 'gzip']);
  expect(answers.map(({ body }) => [body.meta.cost_cents, body.data.lot_count])).toEqual([
    ...[3, 3, 0, 3, 3, 0].map((lotCount) => [100, lotCount]),
  ]);
  expect(new Set(answers.map(({ body }) => body.meta.request_id)).size).toBe(6);
});

test('days bound the period', async () => {
  expect((await ask({ city: 'Toronto', days: 1 })).body.data.total_agent_queries).toBe(5);
  expect((await ask({ city: 'Toronto', days: 90 })).body.data.total_agent_queries).toBe(25);
});

test('of a date on which fewer than three callers asked, no two periods tell anything', async () => {
  const totals = [];
  for (const days of [9, 10, 11, 12])
    totals.push((await ask({ city: 'Toronto', days })).body.data.total_agent_queries);
  // The fifteen queries for gemini are in none: the ten of the others are of a platform with keys.
  expect(totals).toContain(15);
  expect(new Set(totals)).toEqual(new Set([5, 15]));
});

test('an operator moves a city by twenty queries a place, with any keys, platforms and addresses', async () => {
  const { body } = await ask({ city: 'Hamilton', state: 'ON', days: 1 });
  expect(body.data).toMatchObject({
    total_agent_queries: 23,
    platform_breakdown: { claude: 3, other: 20 },
  });
});

test('platforms with keys and ten queries are named also where one operator uses them', async () => {
  const { body } = await ask({ city: 'Adelaide' });
  expect(body.meta).toMatchObject({ cost_cents: 100 });
  expect(body.data).toMatchObject({
    platform_breakdown: { perplexity: 10, mistral: 11 },
    peak_times: [],
    top_search_dates: [],
    top_search_locations: [],
  });
});

test.each([
  ['Toronto', undefined],
  ['toronto, ON', undefined],
  ['Toronto', 'Ontario'],
  ['Toronto', 'Canada'],
])('%s with state %s is found', async (city, state) => {
  expect((await ask({ city, ...(state && { state }) })).status).toBe(200);
});

test('a name that several known cities share is refused with its candidates; a state chooses', async () => {
  const refused = await ask({ city: 'Paris' });
  expect(refused.status).toBe(400);
  expect(refused.body.error.details).toEqual({
    reason: 'several_cities',
    field: 'state',
    candidates: [
      { city: 'Paris', state: null, country: 'FR', district: null },
      { city: 'Paris', state: 'TX', country: 'US', district: null },
    ],
  });
  const texan = await ask({ city: 'Paris', state: 'TX' });
  expect(texan.body.data).toMatchObject({ state: 'TX', coverage_level: 'none', lot_count: 0 });
});

test('a city without lots is sold with coverage none, and one without queries is free', async () => {
  const { body } = await ask({ city: 'Bergamo' });
  expect(body.data).toMatchObject({ coverage_level: 'none', lot_count: 0, total_agent_queries: 3 });
  const quiet = await ask({ city: 'Ottawa' });
  expect(quiet.body.meta).toMatchObject({ cost_cents: 0, confidence: 'low' });
  expect(quiet.body.data).toMatchObject({
    coverage_level: 'minimal',
    peak_day: '',
    unmet_share: null,
  });
});

test.each([
  [{ city: 'Lyon' }, 404, undefined],
  // A lot in Vienna says so.
  [{ city: 'Augsburg' }, 404, undefined],
  [{ city: 'Muinch' }, 404, undefined],
  [{ city: 'MUC' }, 404, undefined],
  [{ city: 'Kreuzberg', state: 'FR' }, 404, undefined],
  // One caller asked about it.
  [{ city: 'Kathmandu' }, 404, undefined],
  [{ city: 'Nowhereville' }, 404, undefined],
  [{ city: 'Toronto', state: 'NY' }, 404, undefined],
  [{ city: 'Toronto', state: 'Narnia' }, 400, 'state'],
  [{ city: '' }, 400, 'city'],
  [{ city: 'Toronto', days: 0 }, 400, 'days'],
  [{ city: 'Toronto', days: 91 }, 400, 'days'],
  [{ city: 'Toronto', days: 1.5 }, 400, 'days'],
  [{}, 400, 'city'],
])('%o is %i', async (query, status, field) => {
  const answer = await ask(query);
  expect(answer.status).toBe(status);
  if (field !== undefined) expect(answer.body.error.details).toMatchObject([{ field }]);
});

test.each<[string, keyof typeof NAMED, string | null]>([
  ['München', 'Munich', null],
  ['muenchen', 'Munich', null],
  ['Munich', 'Munich', null],
  ['München, Deutschland', 'Munich', null],
  ['Wien', 'Vienna', null],
  ['Praha', 'Prague', null],
  ['Cologne', 'Köln', null],
  ['Geneva', 'Genève', null],
  ['Genf', 'Genève', null],
  ['NYC', 'New York City', null],
  ['New York', 'New York City', null],
  ['Brooklyn', 'New York City', 'Brooklyn'],
  ['Brooklyn, NY', 'New York City', 'Brooklyn'],
  ['Kreuzberg', 'Berlin', 'Kreuzberg'],
  ['Berlin-Kreuzberg', 'Berlin', 'Kreuzberg'],
  ['Sankt Hexlot', 'Munich', 'Sankt Hexlot'],
  ['sankt hexlot', 'Munich', 'sankt hexlot'],
])('%s is the city %s, and a part of a city is named: %s', async (city, name, district) => {
  const { status, body } = await ask({ city });
  expect([status, body.data?.city, body.data?.district]).toEqual([200, name, district]);
  expect(body.data.lot_count).toBeGreaterThan(0);
  const { body: whole } = await ask({ city: name });
  expect({ ...body.data, district: null }).toEqual(whole.data);
  const history = await api.request('GET', '/api/v2/intelligence/history', {
    key: key.secret,
    query: { city, metric: 'rate', from: '2026-01-01', to: '2026-01-31' },
  });
  expect(history.body.data.city).toMatchObject({ name, district });
});

test('a test key sees the test world only', async () => {
  const tester = await api.createKey({ mode: 'test' });
  const { body } = await ask({ city: 'Toronto' }, { key: tester.secret });
  expect(body.data).toMatchObject({ total_agent_queries: 3, lot_count: 0 });
});
