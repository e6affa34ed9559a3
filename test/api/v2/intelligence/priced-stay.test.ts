import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../../stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../stage/warehouse.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

// What a stay at another hour or of another length costs around a point.

const HERE = { lat: 43.6532, lng: -79.3832 };
/** Lots whose maximum of a day is not known. */
const UNSTATED = { lat: 45.5019, lng: -73.5674 };
/** Lots that are closed on Sundays. */
const CLOSED = { lat: 49.2827, lng: -123.1207 };

const WORK = {
  parts: [
    {
      ...{ name: 'day', when: { from: '08:00', to: '18:00' } },
      steps: [
        { from_minutes: 0, price: 2, per_minutes: 60 },
        { from_minutes: 60, price: 0.6, per_minutes: 30 },
      ],
    },
    { name: 'evening', flat: 5 },
  ],
  maxima: [{ amount: 15, per: '24h' }],
};
const WEEKDAYS = {
  parts: [{ ...WORK.parts[1], when: { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'] } }],
  otherwise: 'not_for_sale',
  maxima: [],
};

let api: TestApi;
let warehouse: TestWarehouse;
let key: TestKey;

beforeAll(async () => {
  api = await startTestApi();
  warehouse = await openTestWarehouse(api.database);
  key = await api.createKey({ rateLimits: { intelligence: 10_000 } });
  for (const [{ lat, lng }, rate] of [
    ...[1, 2, 3].map(() => [HERE, { tariff: WORK }] as const),
    ...[1, 2, 3].map(() => [UNSTATED, { base_rate: 3 }] as const),
    ...[1, 2, 3].map(() => [CLOSED, { tariff: WEEKDAYS }] as const),
  ]) {
    const lotId = await addLot(api.database, {
      ...{ operator_id: key.operatorId, latitude: lat, longitude: lng },
      ...{ max_daily_minor: null, timezone: 'America/Toronto' },
    });
    const path = `/api/v1/lots/${lotId}/rates`;
    const answer = await api.request('PUT', path, { key: key.secret, body: rate });
    expect(answer.status).toBe(200);
  }
  await warehouse.refresh();
});
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

const ask = (query: object) =>
  api.request('GET', '/api/v2/intelligence/market-rate', {
    key: key.secret,
    query: { ...HERE, ...query },
  });

test('lots with tariffs vote with what an hour and 24 hours cost', async () => {
  const { data } = (await ask({})).body;
  expect(data.market_rate).toMatchObject({ avg_hourly_cents: 200, avg_daily_cents: 1_500 });
  expect(data).toMatchObject({ priced_lot_count: 3, sample_size: 3 });
  expect(data.stay).toBeUndefined();
});

test.each([
  [{ hour: 19 }, { weekday: 'wed', hour: 19, duration_minutes: 60, avg_cents: 500 }],
  [{ weekday: 'sat' }, { weekday: 'sat', hour: 10, duration_minutes: 60, avg_cents: 200 }],
  [{ duration_minutes: 120 }, { weekday: 'wed', duration_minutes: 120, avg_cents: 320 }],
  [
    { hour: 17, duration_minutes: 90 },
    { avg_cents: 700, min_cents: 700, max_cents: 700 },
  ],
])('the stay of %o is priced beside the market rate', async (query, stay) => {
  const { body } = await ask(query);
  expect(body.data.stay).toMatchObject({ ...stay, priced_lot_count: 3, sample_size: 3 });
  expect(body.data.market_rate.avg_hourly_cents).toBe(200);
  expect(body.meta.cost_cents).toBe(10);
});

test('a plain rate has a price of any hour, of more than one only with a known maximum', async () => {
  const night = await ask({ ...UNSTATED, hour: 3 });
  expect(night.body.data.stay).toMatchObject({ avg_cents: 300, priced_lot_count: 3 });
  const longer = await ask({ ...UNSTATED, duration_minutes: 61 });
  expect(longer.body.data.stay).toMatchObject({ avg_cents: null, priced_lot_count: 0 });
});

test('a stay that too few lots sell is free', async () => {
  const { body } = await ask({ ...CLOSED, weekday: 'sun' });
  expect(body.data.stay).toMatchObject({ avg_cents: null, priced_lot_count: 0, sample_size: 0 });
  expect(body.data.market_rate.avg_hourly_cents).toBe(500);
  expect(body.meta).toMatchObject({ confidence: 'low', cost_cents: 0 });
});

test.each([
  [{ hour: 24 }, 'hour'],
  [{ weekday: 'holiday' }, 'weekday'],
  [{ duration_minutes: 0 }, 'duration_minutes'],
  [{ duration_minutes: 1_441 }, 'duration_minutes'],
])('%o is refused naming %s', async (query, field) => {
  const { status, body } = await ask(query);
  expect(status).toBe(400);
  expect(body.error.details[0].field).toBe(field);
});
