import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertSearches, type Search } from '../../../../src/searches/record-search.ts';
import { addLot } from '../../../fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../warehouse.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

const TORONTO = { lat: 43.6532, lng: -79.3832 };
/** Two cities of one name, with lots or queries in both. */
const PARIS = { lat: 48.8566, lng: 2.3522 };
const PARIS_TEXAS = { lat: 33.6609, lng: -95.5555 };
/** Asked about, without any lot. */
const BERGAMO = { lat: 45.698, lng: 9.677 };
/** A lot, and no query. */
const OTTAWA = { lat: 45.4215, lng: -75.6972 };
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
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

beforeAll(async () => {
  api = await startTestApi();
  warehouse = await openTestWarehouse(api.database);
  key = await api.createKey({ rateLimits: { intelligence: 10_000 } });
  const operator_id = key.operatorId;
  const lots = [TORONTO, TORONTO, TORONTO, PARIS, OTTAWA];
  for (const [i, { lat, lng }] of lots.entries())
    await addLot(api.database, { operator_id, latitude: lat + i / 10_000, longitude: lng });
  await api.database.sql(`update lots set address = '100 Queen Street West, Toronto'`);
  await insertSearches(api.database.db, [
    ...['a', 'b', 'c', 'c'].map((name) => search({ caller: byKey(name) })),
    search({ agentPlatform: 'gemini', kind: 'availability', availableCount: 0 }),
    search({ agentPlatform: 'gemini', kind: 'rates', at: ago(10) }),
    search({ at: ago(40) }),
    search({ at: ago(41), availableCount: 0 }),
    search({ agentPlatform: null, caller: byKey('person') }),
    search({ livemode: false }),
    search({ centre: PARIS_TEXAS }),
    ...Array.from({ length: 3 }, () => search({ centre: BERGAMO })),
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
    total_agent_queries: 6,
    search_queries: 4,
    conversions: 0,
    conversion_rate_pct: 0,
    unmet_share: 0.2,
    platform_breakdown: { claude: 4, other: 2 },
    top_search_locations: [{ location: 'Queen Street West', query_count: 6 }],
    coverage_level: 'full',
    lot_count: 3,
    previous_period: { total_agent_queries: 2, change_pct: 200 },
  });
  expect(body.data.daily).toHaveLength(30);
  const parts = Object.fromEntries(local.formatToParts().map(({ type, value }) => [type, value]));
  expect(body.data.peak_times[0]).toMatchObject({ hour: Number(parts.hour) });
  expect(body.data.peak_times[0].label).toMatch(/^(1[0-2]|[1-9]) (AM|PM)$/);
  expect(body.data.peak_day).toBe(parts.weekday);
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
    ...[100, 100, 0, 100, 100, 0].map((cents) => [cents, cents === 0 ? 0 : 3]),
  ]);
  expect(new Set(answers.map(({ body }) => body.meta.request_id)).size).toBe(6);
});

test('days bound the period', async () => {
  expect((await ask({ city: 'Toronto', days: 1 })).body.data.total_agent_queries).toBe(5);
  expect((await ask({ city: 'Toronto', days: 90 })).body.data.total_agent_queries).toBe(8);
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
      { city: 'Paris', state: null, country: 'FR' },
      { city: 'Paris', state: 'TX', country: 'US' },
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
  [{ city: 'Berlin' }, 404, undefined],
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

test('a test key sees the test world only', async () => {
  const tester = await api.createKey({ mode: 'test' });
  const { body } = await ask({ city: 'Toronto' }, { key: tester.secret });
  expect(body.data).toMatchObject({ total_agent_queries: 1, lot_count: 0 });
});
