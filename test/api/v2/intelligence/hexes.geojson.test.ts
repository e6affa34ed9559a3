import {
  cellToCenterChild,
  cellToChildren,
  cellToLatLng,
  getRes0Cells,
  getResolution,
  latLngToCell,
} from 'h3-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertSearches, type Search } from '../../../../src/demand/searches/record-search.ts';
import { roundDegrees } from '../../../../src/kit/geo/great-circle.ts';
import { addOperators } from '../../../pipelines/stage/parking.ts';
import { addStrongCounts } from '../../../pipelines/stage/strong-lots.ts';
import { addLot } from '../../../stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../stage/warehouse.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';
import { asRepeated } from '../../repeated.ts';

const DAY_MS = 24 * 3_600_000;
const TORONTO = { lat: 43.6532, lng: -79.3832 };
const FIJI = { lat: -16.8, lng: 179.9999 };
/** Four operators with a lot each, on which vehicles were counted. */
const BUSY = { lat: 43.75, lng: -79.3832 };
/** Searched by two callers only. */
const QUIET = { lat: 43.7, lng: -79.5 };

let api: TestApi;
let warehouse: TestWarehouse;
let key: TestKey;

const searches = (count: number, callerCount: number, centre: typeof TORONTO): Search[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: 'search',
    at: new Date(),
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
  for (let i = 0; i < 9; i += 1)
    await addLot(api.database, { operator_id, latitude: TORONTO.lat + 0.01 * i, longitude: -79.3 });
  const lotAt = ({ lat, lng }: typeof BUSY) => ({ latitude: lat, longitude: lng });
  for (const operator_id of await addOperators(api.database, 4)) {
    const lotId = await addLot(api.database, { operator_id, ...lotAt(BUSY) });
    await addStrongCounts(api.database, Math.random, { lotId, occupied: 4 });
  }
  await insertSearches(api.database.db, searches(12, 2, QUIET));
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

test('a map has a feature for each cell with lots, and is sold', async () => {
  const { status, headers, body } = await ask({ ...TORONTO, resolution: 8 });
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('application/geo+json');
  expect(body).toMatchObject({ type: 'FeatureCollection', resolution: 8 });
  expect(body.meta).toMatchObject({ endpoint: 'hexes.geojson', cost_cents: 50 });
  const cell = latLngToCell(TORONTO.lat, TORONTO.lng, 8);
  const feature = body.features.find(({ id }: { id: string }) => id === cell);
  expect(feature).toMatchObject({
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
    },
  });
});

/** What a map tells of the cell around a place. */
async function cellAt(place: typeof TORONTO, query: Record<string, string | number>) {
  const { body } = await ask({ ...place, radius_km: 20, ...query });
  const cell = latLngToCell(place.lat, place.lng, body.resolution);
  const found = body.features.find(({ id }: { id: string }) => id === cell);
  return found?.properties;
}

test('a cell tells what is taken in its area, finer cells that of the area around them', async () => {
  const share = { occupied_share: 0.4, occupancy_basis: 'measured' };
  expect(await cellAt(BUSY, { resolution: 8 })).toMatchObject({ ...share, pooled: false });
  expect(await cellAt(BUSY, { resolution: 9 })).toMatchObject({ ...share, pooled: true });
});

test('a cell of too few operators shows its lots and prices, and says what it withholds', async () => {
  for (const place of [TORONTO, FIJI])
    expect(await cellAt(place, { resolution: 9 })).toMatchObject({
      lots: place === FIJI ? 1 : 3,
      avg_hourly_cents: 350,
      occupied_share: null,
      occupancy_basis: null,
      withheld: expect.arrayContaining(['occupied_share']),
    });
});

test('what two callers have asked is not shown', async () => {
  expect((await cellAt(QUIET, { resolution: 9 }))?.searches ?? null).toBeNull();
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
  expect(repeat.body).toEqual(asRepeated(paid.body));
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
  const monthAt = (query: Record<string, string | number>) =>
    cellAt(BUSY, { period: '28d', ...query });
  // Four counts an hour would be needed for each; they tell of the hours around them.
  expect(await monthAt({})).toMatchObject({ occupied_share: 0.4, lots: 4 });
  const { body } = await ask({ ...BUSY, period: '28d' });
  const midnight = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const from = new Date(+midnight - 28 * DAY_MS);
  expect(body).toMatchObject({
    resolution: 6,
    period: `${from.toISOString()}/${midnight.toISOString()}`,
  });
  await api.database.sql(
    `update marts.area_weeks
     set occupied_pcts = array(select hour % 100 from generate_series(0, 167) as hour)`,
  );
  for (const hour of [0, 26, 167])
    expect((await monthAt({ hour_of_week: hour })).occupied_share).toBe((hour % 100) / 100);
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
  const today = after.body.meta.as_of.slice(0, 10);
  expect(after.body.period.split('/')[1]).toBe(`${today}T00:00:00.000Z`);
});

test('more cells than one answer may have are refused naming the resolution', async () => {
  const cells = getRes0Cells()
    .slice(0, 40)
    .flatMap((cell) => cellToChildren(cell, 6).slice(0, 150))
    .map((cell) => cellToCenterChild(cell, 9));
  await api.database.sql(
    `insert into marts.market_rate_by_lot (lot_id, livemode, operator_id, cell, latitude, longitude,
       country, currency, space_count, observation_count, occupied_minutes, known_minutes)
     select uuidv7(), true, 'op', cell, lat, lng, 'CA', 'cad', 10, 0, 0, 0
     from unnest($1::bigint[], $2::float8[], $3::float8[]) as place (cell, lat, lng)`,
    [
      cells.map((cell) => BigInt(`0x${cell}`)),
      cells.map((cell) => roundDegrees(cellToLatLng(cell)[0])),
      cells.map((cell) => roundDegrees(cellToLatLng(cell)[1])),
    ],
  );
  const { status, body } = await ask({ bbox: '-180,-90,180,89', resolution: 6 });
  expect(status).toBe(400);
  expect(body.error.details).toMatchObject([{ field: 'resolution' }]);
});
