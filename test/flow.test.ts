import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from './api/client.ts';
import { addStrongStays } from './pipelines/stage/strong-lots.ts';
import { addLot } from './stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from './stage/warehouse.ts';

// The straight line of the README: from a paid stay to a market rate, through the real API.

const HERE = { lat: 43.6532, lng: -79.3832 };

let api: TestApi;
let warehouse: TestWarehouse;
let buyer: TestKey;
/** The operators of the lots, in the order of their rates. */
const sellers: TestKey[] = [];

beforeAll(async () => {
  api = await startTestApi();
  warehouse = await openTestWarehouse(api.database);
  buyer = await api.createKey();
});
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

const marketRate = ({ secret } = buyer) =>
  api.request('GET', '/api/v2/intelligence/market-rate', { key: secret, query: HERE });

async function newSeller(index: number): Promise<TestKey> {
  const seller = await api.createKey();
  sellers[index] = seller;
  return seller;
}

const lotOf = ({ operatorId }: TestKey, index: number, rateMinor: number) =>
  addLot(api.database, {
    operator_id: operatorId,
    rate_minor: rateMinor,
    latitude: HERE.lat + index / 1000,
    longitude: HERE.lng,
  });

/** A lot of a new operator, with one stay paid by the rate of `rateMinor` an hour. */
async function paidStay(rateMinor: number, index: number): Promise<string> {
  const operator = await newSeller(index);
  const lotId = await lotOf(operator, index, rateMinor);
  const created = await api.request('POST', '/api/v1/sessions', {
    key: operator.secret,
    body: { lot_id: lotId, plate: `FLOW${index}` },
  });
  expect(created.status).toBe(201);
  const ended = await api.request('POST', '/api/v1/sessions/end', {
    key: operator.secret,
    body: { session_id: created.body.session.id },
  });
  expect(ended.status).toBe(200);
  return created.body.session.id;
}

test('a paid stay becomes an audit row, an event, a fact, a rollup, a mart and a market rate', async () => {
  expect((await marketRate()).status).toBe(503);
  const paid = [120, 240, 360];
  const [sessionId] = await Promise.all(paid.map(paidStay));

  const audit = await api.database.sql(
    `select action from audit_log where entity_id = $1 order by audit_id`,
    [sessionId],
  );
  expect(audit).toEqual([
    { action: 'session.created' },
    { action: 'session.closed' },
    { action: 'payment.completed' },
  ]);
  const events = await api.database.sql('select type from events where entity_id = $1', [
    sessionId,
  ]);
  expect(events).toHaveLength(3);

  await warehouse.refresh();
  expect(await warehouse.rows('select count(*)::integer as stays from fct_stays')).toEqual([
    { stays: 3 },
  ]);
  expect(
    await warehouse.rows('select sum(stay_count)::integer as stays from paid_stays_by_lot_hour'),
  ).toEqual([{ stays: 3 }]);

  const answer = await marketRate();
  expect(answer.status).toBe(200);
  expect(answer.body.data).toMatchObject({
    location: { ...HERE, radius_km: 5 },
    market_rate: {
      avg_hourly_cents: 240,
      min_hourly_cents: 120,
      max_hourly_cents: 360,
      currency: 'cad',
      basis: 'posted',
    },
    competitor_count: 3,
    sample_size: 3,
    own: null,
  });
  // One started minute at 2 cents, which its own operator sees at once.
  const { body } = await marketRate(sellers[0]);
  expect(body.data.own).toMatchObject({ lot_count: 1, stay_count: 1, avg_hourly_cents: 120 });
  expect(body.data.competitor_count).toBe(2);
  expect(answer.body.meta.cost_cents).toBe(10);
  const charged = await api.database.sql(
    'select endpoint, cost_cents, request_id from usage where key_id = $1',
    [buyer.keyId],
  );
  expect(charged).toEqual([
    {
      endpoint: '/api/v2/intelligence/market-rate',
      cost_cents: 10,
      request_id: answer.body.meta.request_id,
    },
  ]);
});

test('stays that four operators sold on the days before move the prices of all lots around', async () => {
  await lotOf(await newSeller(3), 3, 240);
  const lots = await api.database.sql<{ lotId: string }>('select lot_id as "lotId" from lots');
  for (const { lotId } of lots) await addStrongStays(api.database, { lotId, paidPct: 150 });
  await warehouse.refresh();
  const { body } = await marketRate();
  expect(body.data).toMatchObject({
    market_rate: {
      avg_hourly_cents: 360,
      min_hourly_cents: 120,
      max_hourly_cents: 360,
      basis: 'realised',
    },
    sample_size: 4,
  });
});

test('a search enters the straight line at the drain', async () => {
  const found = await api.request('GET', '/api/v1/lots/search', { query: HERE });
  expect(found.body.lots).toHaveLength(4);
  await api.app.searches.close();
  await warehouse.refresh();
  expect(await warehouse.rows('select count(*)::integer as searches from fct_searches')).toEqual([
    { searches: 1 },
  ]);
});

test('every file that the straight line of the README names exists', () => {
  const table = readFileSync('README.md', 'utf8').split('## The straight line')[1] ?? '';
  const rows = table.split('\n').filter((line) => /^\| \d /.test(line));
  expect(rows).toHaveLength(8);
  const paths = rows.flatMap((row) => row.match(/(?:api|src|pipelines|sql)\/[\w/.-]+/g) ?? []);
  for (const path of paths) expect(existsSync(path), path).toBe(true);
});
