import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LotForecast } from '../../../../../src/kit/forecast/lot-forecast.ts';
import { addLot, type LotColumns } from '../../../../stage/fixtures.ts';
import { forecastOf, publishForecasts } from '../../../../stage/forecasts.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../../stage/warehouse.ts';
import { fieldsOf, inHours, openStage, type Stage } from '../../../stage.ts';

const HERE = { latitude: 43.6532, longitude: -79.3832 };
const DAY_MS = 86_400_000;
/** Forecasts from before, so that no midnight in between matters. */
const FROM_DAY = Math.floor(Date.now() / DAY_MS) - 2;

let stage: Stage;
let warehouse: TestWarehouse;
const names = new Map<string, string>();

beforeAll(async () => {
  stage = await openStage();
  warehouse = await openTestWarehouse(stage.api.database);
  const forecasts = new Map<string, LotForecast>();
  const add = async (name: string, wish: Parameters<typeof forecastOf>[0] | null, more = {}) => {
    const lotId = await addOwnLot(more);
    names.set(lotId, name);
    if (wish !== null) forecasts.set(lotId, forecastOf({ fromDay: FROM_DAY, ...wish }));
    return lotId;
  };
  await add('usual', { share: 0.5, carry: 0 });
  await add('hourly', { share: 0.3, carry: 0, isHourly: true });
  await add('present', { share: 0.5, carry: 1 });
  const counted = await add('counted', { share: 0.2, carry: 0.5 });
  await add('unknown', { share: Number.NaN });
  await add('old', { fromDay: FROM_DAY - 400 });
  await add('none', null);
  await add('level', { share: 0.5, carry: 1 }, { availability_shown: 'level' });
  await add('hidden', { share: 0.5, carry: 1 }, { availability_shown: 'none' });
  await add('test world', { share: 1, carry: 0 }, { livemode: false });
  await warehouse.refresh();
  await stage.api.database.sql('delete from marts.lot_forecasts');
  await publishForecasts(stage.api.database, forecasts);
  const report = await stage.post(`/api/v1/lots/${counted}/occupancy`, { occupied: 10 });
  expect(report.status, report.text).toBe(200);
});
afterAll(async () => {
  await warehouse.close();
  await stage.api.stop();
});

const addOwnLot = (more: Partial<LotColumns>) =>
  addLot(stage.api.database, { operator_id: stage.key.operatorId, ...HERE, ...more });

async function search(query: object = {}, key = stage.key) {
  const { status, body, text } = await stage.api.request('GET', '/api/v1/lots/search', {
    key: key.secret,
    query: { lat: HERE.latitude, lng: HERE.longitude, ...query },
  });
  expect(status, text).toBe(200);
  const lots: { id: string; availability: { forecast?: object[] | null } }[] = body.lots;
  return new Map(lots.map(({ id, availability }) => [names.get(id), availability.forecast]));
}

const expecting = (...figures: [minutes: number, spaces: number, pct: number][]) =>
  figures.map(([in_minutes, available_spaces, occupied_pct]) => ({
    in_minutes,
    available_spaces,
    occupied_pct,
  }));

test('a search for now says what is expected of each lot in 30, 60 and 120 minutes', async () => {
  const found = await search();
  expect(found.get('usual')).toEqual(expecting([30, 5, 50], [60, 5, 50], [120, 5, 50]));
  // Known in every second half hour.
  expect(found.get('hourly')).toEqual(expecting([30, 7, 30], [60, 7, 30], [120, 7, 30]));
});

test('what remains of the present difference is added, within the spaces of the lot', async () => {
  const found = await search();
  expect(found.get('present')).toEqual(expecting([30, 10, 0], [60, 10, 0], [120, 10, 0]));
  // Full, where 2 of 10 are usual: half of the difference remains.
  expect(found.get('counted')).toEqual(expecting([30, 4, 60], [60, 4, 60], [120, 4, 60]));
});

test('where nothing is known, the forecast is null', async () => {
  const found = await search();
  for (const name of ['unknown', 'old', 'none']) expect(found.get(name), name).toBeNull();
});

test('what is expected of a lot is shown to others only where its free spaces are', async () => {
  const own = await search();
  const others = await search({}, await stage.api.createKey());
  for (const name of ['level', 'hidden']) {
    expect(own.get(name), name).toEqual(own.get('present'));
    expect(others.get(name), name).toBeNull();
  }
  expect(others.get('present')).toEqual(own.get('present'));
});

test('a search for a window has no forecast of the next hours', async () => {
  const found = await search({ starts_at: inHours(2), ends_at: inHours(4) });
  expect([...found.values()].filter((forecast) => forecast !== undefined)).toEqual([]);
  const bad = await stage.get('/api/v1/lots/search', {
    lat: HERE.latitude,
    lng: HERE.longitude,
    starts_at: inHours(2),
  });
  expect(fieldsOf(bad)).toEqual(['ends_at']);
});

test('the test world has its own forecasts', async () => {
  const key = await stage.newKey({ mode: 'test' });
  const found = await search({}, key);
  expect([...found.keys()]).toEqual(['test world']);
  expect(found.get('test world')).toEqual(expecting([30, 0, 100], [60, 0, 100], [120, 0, 100]));
});
