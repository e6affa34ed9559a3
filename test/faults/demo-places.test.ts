import { afterAll, beforeAll, expect, test } from 'vitest';
import { CITY, OPERATORS, pointAt } from '../../src/demo/city.ts';
import { DISTRICTS, STATION } from '../../src/demo/districts.ts';
import { seedDemo } from '../../src/demo/seed-demo.ts';
import { startTestApi, type TestApi, type TestKey } from '../api/client.ts';
import { DAY_MS } from '../pipelines/stage/parking.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';

// What somebody who tries the demo city sees of its places.

let api: TestApi;
let warehouse: TestWarehouse;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi();
  warehouse = await openTestWarehouse(api.database);
  const demo = await seedDemo(api.database.owner);
  await warehouse.refresh();
  key = await api.createKey({ operatorId: demo?.buyerOperatorId ?? '' });
});
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

const ask = async (path: string, query: Record<string, string | number>) => {
  const answer = await api.request('GET', `/api/v2/intelligence/${path}`, {
    key: key.secret,
    query,
  });
  expect(answer.status).toBe(200);
  return answer.body;
};
const station = { ...pointAt(STATION.eastKm, STATION.northKm), radius_km: 3 };
const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

test('where two operators only post prices, these are told, and nothing that happened', async () => {
  const { data } = await ask('market-rate', station);
  expect(data.market_rate).toMatchObject({ currency: CITY.currency, basis: 'posted' });
  expect(data.market_rate.avg_hourly_cents).toBeGreaterThan(0);
  expect(data.market_rate.avg_daily_cents).toBeGreaterThan(0);
  expect(data).toMatchObject({
    lot_count: STATION.lotCount,
    sample_size: STATION.lotCount,
    demand_score: null,
    occupancy_basis: null,
    measured_lot_count: 0,
    observed_stays: null,
    own: null,
  });
});

test('what is expected there is null, with a reason, and free', async () => {
  const { data, meta } = await ask('demand-forecast', { ...station, date: dateIn(2) });
  expect(data).toMatchObject({
    predicted_demand_score: null,
    expected_sessions: null,
    expected_peak_occupancy: null,
    expected_revenue_cents: null,
  });
  expect(data.reason).toContain('4 operators');
  expect(meta.cost_cents).toBe(0);
});

test.each(['occupancy', 'stays'])('the past of %s there is null, and free', async (metric) => {
  const { data, meta } = await ask('history', {
    ...{ ...station, metric },
    ...{ from: dateIn(-9), to: dateIn(-1) },
  });
  expect(data.steps).toHaveLength(9);
  for (const step of data.steps) expect(step).toMatchObject({ value: null, reason: 'not_told' });
  expect(meta.cost_cents).toBe(0);
});

test('in every district with lots of several operators, what happened is shown', async () => {
  const withLots = DISTRICTS.filter(({ lotCount }) => lotCount > 0);
  for (const { name, eastKm, northKm } of withLots) {
    const place = { ...pointAt(eastKm, northKm), radius_km: 2 };
    const { data } = await ask('market-rate', place);
    expect(data.market_rate.basis, name).toBe('realised');
    expect(data.occupancy_basis, name).toBe('stays');
    expect(data.demand_score, name).not.toBeNull();
    expect(data.observed_stays, name).toBeGreaterThan(0);
  }
});

test('the figures of the city itself are public from the next day on', async () => {
  const rows = await api.database.sql<{ name: string }>(
    'select name from operators where figures_public',
  );
  expect(rows.map(({ name }) => name)).toEqual(
    OPERATORS.filter(({ hasPublicFigures }) => hasPublicFigures).map(({ name }) => name),
  );
});
