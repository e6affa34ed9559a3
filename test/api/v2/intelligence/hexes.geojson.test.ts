import { cellToChildren, getRes0Cells, getResolution, latLngToCell } from 'h3-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertSearches, type Search } from '../../../../src/searches/record-search.ts';
import { addLot } from '../../../fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../warehouse.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

const DAY_MS = 24 * 3_600_000;
const TORONTO = { lat: 43.6532, lng: -79.3832 };
const FIJI = { lat: -16.8, lng: 179.9999 };
/** Searched in the last second of yesterday (UTC), and three days earlier. */
const YESTERDAY = { lat: 43.9, lng: -78.9 };
const LAST_SECOND = Math.floor(Date.now() / DAY_MS) * DAY_MS - 1_000;
/** Searches by two callers only. */
const QUIET = { lat: 43.7, lng: -79.5 };

let api: TestApi;
let warehouse: TestWarehouse;
let key: TestKey;

const searches = (
  count: number,
  callerCount: number,
  centre: typeof TORONTO,
  at = new Date(),
): Search[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: 'search',
    at,
    livemode: true,
    centre,
    radiusM: 1_000,
    agentPlatform: i % 4 === 0 ? 'claude' : null,
    foundCount: 1,
    availableCount: i % 2,
    nearestM: 10,
    window: null,
    caller: { keyId: `key_${i % callerCount}`, operatorId: `op_${i % callerCount}`, ip: null },
  }));

beforeAll(async () => {
  api = await startTestApi();
  warehouse = await openTestWarehouse(api.database);
  key = await api.createKey({ rateLimits: { intelligence: 10_000 } });
  const operator_id = key.operatorId;
  for (const { lat, lng } of [TORONTO, TORONTO, TORONTO, FIJI])
    await addLot(api.database, { operator_id, latitude: lat, longitude: lng });
  await insertSearches(api.database.db, [
    ...searches(12, 3, TORONTO),
    ...searches(12, 2, QUIET),
    ...searches(9, 9, FIJI),
    ...searches(12, 3, YESTERDAY, new Date(LAST_SECOND)),
    // It is not known any more who searched.
    ...searches(12, 3, YESTERDAY, new Date(LAST_SECOND - 3 * DAY_MS)),
  ]);
  await warehouse.refresh();
  // Drains the crowds that the first one found.
  await warehouse.refresh();
});
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

const ask = (query: Record<string, string | number | boolean>, more = {}) =>
  api.request('GET', '/api/v2/intelligence/hexes.geojson', { key: key.secret, query, ...more });

test('a map has a feature for each cell with lots or searches, and is sold', async () => {
  const { status, headers, body } = await ask({ ...TORONTO, resolution: 8 });
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('application/geo+json');
  expect(body).toMatchObject({ type: 'FeatureCollection', resolution: 8 });
  expect(body.meta).toMatchObject({ endpoint: 'hexes.geojson', cost_cents: 50 });
  const cell = latLngToCell(TORONTO.lat, TORONTO.lng, 8);
  expect(body.features).toHaveLength(1);
  expect(body.features[0]).toMatchObject({
    type: 'Feature',
    id: cell,
    geometry: { type: 'Polygon' },
    properties: {
      h3: cell,
      lots: 3,
      spaces: 30,
      avg_hourly_cents: 350,
      currency: 'cad',
      rate_basis: 'posted',
      occupied_share: 0,
      occupancy_basis: 'stays',
      searches: 12,
      unmet_searches: 6,
      agent_share: 0.25,
      demand_score: 40,
      withheld: [],
    },
  });
});

test('a cell with few searches or few callers shows what it may, and says what it withholds', async () => {
  for (const place of [QUIET, FIJI]) {
    const { body } = await ask({ ...place, resolution: 9 });
    const { properties } = body.features[0];
    expect(properties).toMatchObject({
      searches: null,
      unmet_searches: null,
      agent_share: null,
      demand_score: null,
      withheld: ['searches', 'unmet_searches', 'agent_share', 'demand_score'],
    });
    expect(properties.lots).toBe(place === FIJI ? 1 : 0);
  }
});

test('a cell across the antimeridian is cut, and a box across it finds both sides', async () => {
  const { body } = await ask({ bbox: '179,-18,-179,-16', resolution: 5 });
  const [feature] = body.features;
  expect(feature.geometry.type).toBe('MultiPolygon');
  for (const [ring] of feature.geometry.coordinates)
    for (const [lng] of ring) expect(Math.abs(lng)).toBeLessThanOrEqual(180);
});

test('the same map by the same key costs less for an hour, and another map its full price', async () => {
  const buyer = await api.createKey();
  const cost = async (query: Record<string, string | number>) =>
    (await ask(query, { key: buyer.secret })).body.meta.cost_cents;
  const query = { ...TORONTO, resolution: 7 };
  expect([await cost(query), await cost(query)]).toEqual([50, 10]);
  expect(await cost({ ...query, resolution: 6 })).toBe(50);
});

test('each answer to the same map has the bytes of its own JSON, price and request, zipped or not', async () => {
  const buyers = [await api.createKey(), await api.createKey()];
  const query = { ...TORONTO, resolution: 8, radius_km: 20 };
  const answers = [];
  for (const headers of [{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'br' }])
    for (const { secret } of buyers) answers.push(await ask(query, { key: secret, headers }));
  const [first] = answers;
  for (const { text, body, headers } of answers) {
    expect(text).toBe(JSON.stringify(body));
    expect(headers.vary).toBe('Accept-Encoding');
    expect(body.meta.request_id).toBe(headers['x-request-id']);
    expect(body.features).toEqual(first?.body.features);
  }
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([
    ...[undefined, undefined, 'gzip', 'gzip', 'br', 'br'],
  ]);
  expect(answers.map(({ body }) => body.meta.cost_cents)).toEqual([50, 50, 10, 10, 10, 10]);
  expect(new Set(answers.map(({ body }) => body.meta.request_id)).size).toBe(6);
});

test('a map that is kept is not for those who may not pay, and a repeat gets what was paid', async () => {
  const query = { ...TORONTO, resolution: 8, radius_km: 20 };
  expect((await ask(query)).status).toBe(200);
  const poor = await api.createKey({ spendCapCents: 49 });
  expect((await ask(query, { key: poor.secret })).status).toBe(403);
  expect((await ask({ ...query, max_cost_cents: 9 })).status).toBe(403);
  const dry = await ask({ ...query, dry_run: true });
  expect(dry.body.data).toMatchObject({ would_cost_cents: 10, is_sufficient: true });
  const headers = { 'idempotency-key': 'a map' };
  const [paid, repeat] = [await ask(query, { headers }), await ask(query, { headers })];
  expect(repeat.headers['idempotent-replayed']).toBe('true');
  expect(repeat.body).toEqual(paid.body);
});

test('the same area at another resolution is another map', async () => {
  for (const resolution of [7, 8, 7]) {
    const { body } = await ask({ ...TORONTO, resolution });
    expect(body.resolution).toBe(resolution);
    for (const { id } of body.features) expect(getResolution(id)).toBe(resolution);
  }
});

test('the resolution follows the area when it is not given', async () => {
  const resolutionOf = async (bbox: string) => (await ask({ bbox })).body.resolution;
  expect(await resolutionOf('-79.4,43.64,-79.37,43.66')).toBe(9);
  expect(await resolutionOf('-80,43,-79,44')).toBe(7);
  expect(await resolutionOf('-180,-90,180,90')).toBe(5);
});

test('28 days end at midnight (UTC), and an hour of the week is one of their 168', async () => {
  const figuresOf = async (query: Record<string, string | number>) => {
    const { body } = await ask({ ...query, period: '28d' });
    return body.features[0].properties;
  };
  expect(await figuresOf(YESTERDAY)).toMatchObject({ searches: 24, unmet_searches: 12, lots: 0 });
  const hour = ((new Date(LAST_SECOND).getUTCDay() + 6) % 7) * 24 + 23;
  expect(await figuresOf({ ...YESTERDAY, hour_of_week: hour })).toMatchObject({ searches: 12 });
  const quiet = await figuresOf({ ...YESTERDAY, hour_of_week: (hour + 1) % 168 });
  expect(quiet).toMatchObject({ searches: null, occupied_share: null });
  expect(await figuresOf(TORONTO)).toMatchObject({ searches: null, lots: 3, occupied_share: 0 });
  const { body } = await ask({ ...YESTERDAY, period: '28d' });
  const midnight = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const from = new Date(+midnight - 28 * DAY_MS);
  expect(body).toMatchObject({
    resolution: 6,
    period: `${from.toISOString()}/${midnight.toISOString()}`,
  });
});

test('an hour of the week needs three callers on one of its own days', async () => {
  const figuresOf = async (days: number) => {
    const hour = ((new Date(LAST_SECOND - days * DAY_MS).getUTCDay() + 6) % 7) * 24 + 23;
    const { body } = await ask({ ...YESTERDAY, period: '28d', hour_of_week: hour });
    return body.features[0].properties;
  };
  expect(await figuresOf(0)).toMatchObject({ searches: 12, withheld: [] });
  expect(await figuresOf(3)).toMatchObject({ searches: null, demand_score: null });
});

test.each([
  [{}, 'bbox'],
  [{ lat: 1 }, 'lng'],
  [{ lng: 1 }, 'lat'],
  [{ bbox: '1,2,3' }, 'bbox'],
  [{ bbox: '1,4,3,2' }, 'bbox'],
  [{ bbox: '1,2,3,4', lat: 1 }, 'bbox'],
  [{ bbox: '1,2,3,4', radius_km: 1 }, 'bbox'],
  [{ ...TORONTO, radius_km: 51 }, 'radius_km'],
  [{ ...TORONTO, resolution: 4 }, 'resolution'],
  [{ ...TORONTO, resolution: 10 }, 'resolution'],
  [{ ...TORONTO, period: '8d' }, 'period'],
  [{ ...TORONTO, hour_of_week: 3 }, 'hour_of_week'],
  [{ ...TORONTO, period: '28d', hour_of_week: 168 }, 'hour_of_week'],
  [{ ...TORONTO, period: '28d', resolution: 7 }, 'resolution'],
])('%o is refused naming %s', async (query, field) => {
  const { status, body } = await ask(query);
  expect(status).toBe(400);
  expect(body.error.details).toEqual(expect.arrayContaining([expect.objectContaining({ field })]));
});

test('an area without lots and searches is 404, and free', async () => {
  expect((await ask({ lat: 0, lng: 0 })).status).toBe(404);
  const dry = await ask({ lat: 0, lng: 0, dry_run: true });
  expect(dry.body.data).toMatchObject({ would_cost_cents: 0, is_sufficient: false });
});

test('a test key sees the test world only', async () => {
  const tester = await api.createKey({ mode: 'test' });
  expect((await ask({ ...TORONTO }, { key: tester.secret })).status).toBe(404);
});

test('after a publication a map shows what was published, with the instant it is valid for', async () => {
  const query = { ...TORONTO, resolution: 9, radius_km: 1 };
  const before = await ask(query);
  const { latitude, longitude } = { latitude: TORONTO.lat, longitude: TORONTO.lng };
  await addLot(api.database, { operator_id: key.operatorId, latitude, longitude });
  await warehouse.refresh();
  const after = await ask(query);
  const lotsIn = ({ body }: typeof after) => body.features[0].properties.lots;
  expect([lotsIn(before), lotsIn(after)]).toEqual([3, 4]);
  expect(Date.parse(after.body.meta.as_of)).toBeGreaterThan(Date.parse(before.body.meta.as_of));
  expect(after.body.period.split('/')[1]).toBe(after.body.meta.as_of);
});

test('more cells than one answer may have are refused naming the resolution', async () => {
  const cells = getRes0Cells()
    .slice(0, 40)
    .flatMap((cell) => cellToChildren(cell, 6).slice(0, 150))
    .map((cell) => BigInt(`0x${cell}`));
  await api.database.sql(
    `insert into marts.hexes
     select livemode, more.cell, lot_count, space_count, country, currency, rated_lot_count,
       rate_hourly, is_realised, occupied_minutes, known_minutes, measured_minutes, search_count,
       unmet_count, agent_count, has_crowd
     from (select * from marts.hexes where livemode limit 1) as one,
       unnest($1::bigint[]) as more (cell)
     on conflict do nothing`,
    [cells],
  );
  const { status, body } = await ask({ bbox: '-180,-90,180,89', resolution: 6 });
  expect(status).toBe(400);
  expect(body.error.details).toMatchObject([{ field: 'resolution' }]);
});
