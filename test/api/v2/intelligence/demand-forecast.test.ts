import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dateOf } from '../../../../src/days.ts';
import type { LotForecast } from '../../../../src/forecast/lot-forecast.ts';
import { newUuid } from '../../../../src/ids.ts';
import { addLot, type LotColumns } from '../../../fixtures.ts';
import { forecastOf, publishForecasts } from '../../../forecasts.ts';
import { addCounts } from '../../../pipelines/parking.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../warehouse.ts';
import { type Call, startTestApi, type TestApi, type TestKey } from '../../client.ts';

const PATH = '/api/v2/intelligence/demand-forecast';
const UNTIL = { timeout: 20_000, interval: 5 };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const COUNTED_DAYS = 28;
const TORONTO = { timeZone: 'America/Toronto' };
/** Stands still, so that no midnight comes in between. */
const NOW = Date.now();
const TODAY = localDay(NOW);

/** Areas far from each other, so that each has its own answer. */
const BUSY = { lat: 43.6532, lng: -79.3832 };
const SELLERS = { lat: 45.5019, lng: -73.5674 };
const FEW = { lat: 49.2827, lng: -123.1207 };
const CLOSED = { lat: 51.0447, lng: -114.0719 };
const UNKNOWN = { lat: 46.8139, lng: -71.208 };
const UNPRICED = { lat: 44.6488, lng: -63.5752 };
const COUNTED = { lat: 50.4452, lng: -104.6189 };
const MANY = { lat: 53.5461, lng: -113.4938 };

let api: TestApi;
let warehouse: TestWarehouse;
let key: TestKey;
let others: TestKey[];
const forecasts = new Map<string, LotForecast>();

function localDay(atMs: number): number {
  const date = new Intl.DateTimeFormat('en-CA', TORONTO).format(atMs);
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

async function park(
  place: { lat: number; lng: number },
  operator: TestKey,
  wish: Parameters<typeof forecastOf>[0],
  more: Partial<LotColumns> = {},
): Promise<string> {
  const lotId = await addLot(api.database, {
    operator_id: operator.operatorId,
    latitude: place.lat,
    longitude: place.lng,
    ...more,
  });
  forecasts.set(lotId, forecastOf({ fromDay: TODAY, ...wish }));
  return lotId;
}

/** A lot whose vehicles were counted each hour: 8 of 10 spaces from 10 to 16 o'clock, else 2. */
async function countVehicles(): Promise<void> {
  const { lat, lng } = COUNTED;
  const lotId = await addLot(api.database, {
    operator_id: key.operatorId,
    latitude: lat,
    longitude: lng,
  });
  const hours = Array.from({ length: 24 * COUNTED_DAYS }, (_, i) => new Date(NOW - i * HOUR_MS));
  const counts = hours.map((at) => {
    const hour = Number(at.toLocaleString('en-CA', { ...TORONTO, hour: '2-digit', hour12: false }));
    return { lotId, at, occupied: hour >= 10 && hour < 16 ? 8 : 2 };
  });
  await addCounts(api.database, counts);
}

beforeAll(async () => {
  api = await startTestApi({ clock: { now: () => NOW } });
  warehouse = await openTestWarehouse(api.database);
  key = await api.createKey({ rateLimits: { intelligence: 10_000, read: 10_000 } });
  others = [await api.createKey(), await api.createKey()];
  const [second = key, third = key] = others;
  const allDays = new Uint8Array(46).fill(255);
  for (const operator of [key, second, third]) {
    await park(BUSY, operator, { share: 0.5, peak: 0.9 });
    const sold = { share: 0.5, hasStays: true, sessions: 9, revenueMinor: 10_000 };
    await park(SELLERS, operator, sold);
    await park(CLOSED, key, { closed: allDays });
    await park(UNKNOWN, key, { share: Number.NaN, hasHistory: false });
    await park(UNPRICED, key, { share: 0.5 }, { rate_minor: null });
    await park(BUSY, operator, { share: 1 }, { livemode: false });
  }
  for (const operator of [key, second]) await park(FEW, operator, { share: 1 });
  for (let i = 0; i < 3; i += 1) await countVehicles();
  for (let i = 0; i < 10; i += 1) await park(MANY, key, { share: 0.2 });
  await warehouse.refresh();
  await publishForecasts(api.database, forecasts);
}, 60_000);
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

const ask = (more: Call = {}) =>
  api.request('GET', PATH, {
    key: key.secret,
    ...more,
    query: { ...BUSY, date: dateOf(TODAY + 3), ...more.query },
  });

async function chargedCents(to = key): Promise<number> {
  const [row] = await api.database.sql<{ cents: number }>(
    'select coalesce(sum(cost_cents), 0)::integer as cents from usage where key_id = $1',
    [to.keyId],
  );
  return row?.cents ?? Number.NaN;
}

async function addEvent(more: {
  name: string;
  type?: string;
  impact?: string;
  livemode?: boolean;
  lat?: number;
  radiusM?: number;
  fromHour?: number;
  hours?: number;
}): Promise<void> {
  const { name, type = 'concert', impact = 'low', livemode = true, lat = BUSY.lat } = more;
  const { radiusM = 1_000, fromHour = 20, hours = 2 } = more;
  await api.database.sql(
    `insert into local_events (event_id, operator_id, livemode, name, type, impact, starts_at,
       ends_at, latitude, longitude, radius_m)
     select $1, $2, $3, $4, $5, $6, starts_at, starts_at + $9 * interval '1 hour', $7, $8, $10
     from (select (date '1970-01-01' + $11::integer + $12 * interval '1 hour')
       at time zone 'America/Toronto' as starts_at) as event`,
    [
      newUuid(),
      key.operatorId,
      livemode,
      name,
      type,
      impact,
      lat,
      BUSY.lng,
      hours,
      radiusM,
      TODAY + 3,
      fromHour,
    ],
  );
}

test('an answer says what is expected, how sure that is, and what follows for the price', async () => {
  const before = await chargedCents();
  const answer = await ask();
  expect(answer.status, answer.text).toBe(200);
  const { data, meta } = answer.body;
  expect(meta).toMatchObject({ endpoint: 'demand-forecast', cost_cents: 25, confidence: 'medium' });
  expect(Date.parse(meta.as_of)).toBeLessThanOrEqual(Date.now());
  expect(await chargedCents()).toBe(before + 25);
  expect(data).toMatchObject({
    location: { ...BUSY, radius_km: 5 },
    forecast_date: dateOf(TODAY + 3),
    timezone: 'America/Toronto',
    // 30 spaces, of which 27 are taken from 10:00 to 10:30 and 15 at all other times.
    expected_peak_occupancy: 90,
    // 366 space-hours; 2.5 hours a stay, 3.50 an hour.
    expected_sessions: 146,
    expected_revenue_cents: 128_100,
    currency: 'cad',
    basis: 'posted',
    nearby_lots: 3,
    lots_with_forecast: 3,
    lots_with_history: 3,
    closed_lots: 0,
    backtest: { mae: 0.04, days: 25, coverage: 0.8 },
    price_recommendation: {
      recommended_rate_cents: 396,
      multiplier: 1.13,
      rationale:
        'Expected peak of 90 % is above the target of 80 %, so raise the average rate of ' +
        '3.50 CAD/h by 13 %.',
    },
  });
  // 60 x 366 / 720, and 40 because nobody searched anywhere: no cell has more searches.
  expect(Math.abs(data.predicted_demand_score - 70.5)).toBeLessThan(1);
  // Errors of 0.2 spaces for each lot, half of them the same: 0.49 spaces of 30.
  expect(data.intervals.expected_peak_occupancy).toEqual({ low: 88, high: 92 });
  for (const [name, interval] of Object.entries<{ low: number; high: number }>(data.intervals)) {
    expect(interval.low).toBeLessThanOrEqual(data[name]);
    expect(interval.high).toBeGreaterThanOrEqual(data[name]);
  }
});

test('counts of past weeks become a forecast, with how good it was', async () => {
  const { body } = await ask({ query: COUNTED });
  expect(body.meta.confidence).toBe('medium');
  expect(body.data).toMatchObject({ lots_with_forecast: 3, lots_with_history: 3 });
  expect(body.data.expected_peak_occupancy).toBeGreaterThan(70);
  expect(body.data.expected_peak_occupancy).toBeLessThan(90);
  // 3 x (6 x 8 + 18 x 2) space-hours, 2.5 hours a stay.
  expect(body.data.expected_sessions).toBeGreaterThan(90);
  expect(body.data.expected_sessions).toBeLessThan(110);
  expect(body.data.backtest.days).toBeGreaterThan(20);
  expect(body.data.backtest.mae).toBeLessThan(0.1);
  expect(body.data.backtest.coverage).toBeGreaterThan(0.7);
  expect(body.data.backtest.coverage).toBeLessThanOrEqual(1);
});

test('the day is named in English, and its weekend', async () => {
  for (let i = 0; i < 7; i += 1) {
    const date = dateOf(TODAY + i);
    const { body } = await ask({ query: { date } });
    const weekday = new Date(`${date}T12:00:00Z`).toLocaleDateString('en', {
      weekday: 'long',
      timeZone: 'UTC',
    });
    expect(body.data.day_of_week).toBe(weekday);
    expect(body.data.is_weekend).toBe(['Saturday', 'Sunday'].includes(weekday));
  }
});

test('a test key sees the test world and the price, and pays nothing', async () => {
  const sandbox = await api.createKey({ mode: 'test' });
  const { body } = await ask({ key: sandbox.secret });
  expect(body.data).toMatchObject({ expected_peak_occupancy: 100, nearby_lots: 3 });
  expect(body.meta.cost_cents).toBe(25);
  expect(await chargedCents(sandbox)).toBe(0);
});

test('confidence is high for 10 lots with a history of their own, within 14 days', async () => {
  const confidenceOn = async (day: number) =>
    (await ask({ query: { ...MANY, date: dateOf(day) } })).body.meta.confidence;
  expect(await confidenceOn(TODAY)).toBe('high');
  expect(await confidenceOn(TODAY + 13)).toBe('high');
  expect(await confidenceOn(TODAY + 14)).toBe('medium');
});

test('an answer from fewer than 3 lots with a forecast is free', async () => {
  const before = await chargedCents();
  const { status, body } = await ask({ query: FEW });
  expect(status).toBe(200);
  expect(body.meta).toMatchObject({ cost_cents: 0, confidence: 'low' });
  expect(body.data).toMatchObject({ nearby_lots: 2, expected_peak_occupancy: 100 });
  expect(body.data.price_recommendation.multiplier).toBe(1.25);
  expect(await chargedCents()).toBe(before);
});

test('where nothing is known, figures are 0 without an interval, and the answer is free', async () => {
  const { status, body } = await ask({ query: UNKNOWN });
  expect(status).toBe(200);
  expect(body.meta).toMatchObject({ cost_cents: 0, confidence: 'low' });
  expect(body.data).toMatchObject({
    expected_peak_occupancy: 0,
    expected_sessions: 0,
    expected_revenue_cents: 0,
    nearby_lots: 3,
    lots_with_forecast: 0,
    lots_with_history: 0,
  });
  expect(Object.values(body.data.intervals)).toEqual([null, null, null, null]);
  expect(body.data.price_recommendation).toEqual({
    recommended_rate_cents: 350,
    multiplier: 1,
    rationale:
      'Nothing is known yet of how full these lots are, so keep the average rate of 3.50 CAD/h.',
  });
});

test('a closed area expects nobody, and keeps its rate', async () => {
  const { body } = await ask({ query: CLOSED });
  expect(body.data).toMatchObject({
    expected_peak_occupancy: 0,
    expected_sessions: 0,
    expected_revenue_cents: 0,
    closed_lots: 3,
    lots_with_forecast: 3,
  });
  expect(body.data.intervals.expected_sessions).toEqual({ low: 0, high: 0 });
  expect(body.data.price_recommendation).toEqual({
    recommended_rate_cents: 350,
    multiplier: 1,
    rationale: 'All lots are closed on this day, so keep the average rate of 3.50 CAD/h.',
  });
});

test('lots without a rate have no revenue, and no rate to recommend', async () => {
  const { body } = await ask({ query: UNPRICED });
  expect(body.data).toMatchObject({ expected_revenue_cents: 0, expected_peak_occupancy: 50 });
  expect(body.data.intervals.expected_revenue_cents).toBeNull();
  expect(body.data.price_recommendation).toEqual({
    recommended_rate_cents: 0,
    multiplier: 0.63,
    rationale:
      'Expected peak of 50 % is below the target of 80 %, but no lot posts a rate that could be ' +
      'changed.',
  });
});

test('what lots sell counts where 3 operators have stays, or where only the caller has', async () => {
  const askHere = async () => (await ask({ query: SELLERS })).body.data;
  const sales = { expected_sessions: 27, expected_revenue_cents: 30_000 };
  expect(await askHere()).toMatchObject({ basis: 'realised', ...sales });
  const sellers = [...forecasts].filter(([, { hasStays }]) => hasStays).map(([lotId]) => lotId);
  const [own = '', second = '', third = ''] = sellers;
  const still = (lotId: string) => [lotId, forecastOf({ fromDay: TODAY })] as const;
  await publishForecasts(api.database, new Map([still(third)]));
  // Half of 10 spaces for 24 hours on 3 lots: not what two operators sell.
  const implied = { basis: 'posted', expected_sessions: 144, expected_revenue_cents: 126_000 };
  expect(await untilChanged(askHere, 'posted')).toMatchObject(implied);
  await publishForecasts(api.database, new Map([still(second)]));
  expect(await untilChanged(askHere, 'realised')).toMatchObject({
    basis: 'realised',
    expected_sessions: 9 + 96,
    expected_revenue_cents: 10_000 + 84_000,
  });
  await publishForecasts(api.database, new Map([still(own)]));
  await untilChanged(askHere, 'posted');
});

/** A new edition is seen once its notice has arrived. */
function untilChanged<T extends { basis: string }>(read: () => Promise<T>, basis: string) {
  return vi.waitFor(async () => {
    const data = await read();
    expect(data.basis).toBe(basis);
    return data;
  }, UNTIL);
}

test('events of the day near the circle are listed once each, public holidays first', async () => {
  await addEvent({ name: 'The Band', impact: 'low' });
  await addEvent({ name: 'the BAND', impact: 'high', fromHour: 21 });
  await addEvent({ name: 'The Band', type: 'sports' });
  await addEvent({ name: 'Matinee', fromHour: 23, hours: 5 });
  // With 10 spaces they are felt 316 m away: 5.23 km from the centre of the circle of 5 km that is
  // in it, and 5.45 km away it is not.
  await addEvent({ name: 'Near', type: 'market', lat: 43.7002 });
  await addEvent({ name: 'Far', type: 'market', lat: 43.7022, radiusM: 20_000 });
  await addEvent({ name: 'Yesterday', fromHour: -3, hours: 3 });
  await addEvent({ name: 'Tomorrow', fromHour: 24 });
  await addEvent({ name: 'Test world', livemode: false });
  await api.database.sql(
    `insert into marts.public_holidays (country, state, day, name)
     values ('CA', '', $1, 'Parking Day'), ('US', '', $1, 'Elsewhere')
     on conflict (country, state, day) do update set name = excluded.name`,
    [dateOf(TODAY + 3)],
  );
  // Seen once the notice of the last of them has arrived.
  const { body } = await vi.waitFor(async () => {
    const answer = await ask();
    expect(answer.body.data.expected_events[0]).toEqual({
      name: 'Parking Day',
      type: 'public_holiday',
      impact: 'medium',
    });
    return answer;
  }, UNTIL);
  const names = body.data.expected_events.map(
    ({ name, type, impact }: Record<string, string>) => `${name} ${type} ${impact}`,
  );
  expect(names.slice(1).toSorted()).toEqual([
    'Matinee concert low',
    'Near market low',
    'The Band sports low',
    'the BAND concert high',
  ]);
  expect((await ask({ query: { date: dateOf(TODAY + 2) } })).body.data.expected_events).toEqual([
    { name: 'Yesterday', type: 'concert', impact: 'low' },
  ]);
});

test('the pipelines publish the public holidays of the year ahead where there are lots', async () => {
  const rows = await api.database.sql<{ day: string; name: string }>(
    `select day::text, name from marts.public_holidays
     where country = 'CA' and day <= $1 order by day`,
    [dateOf(TODAY + 367)],
  );
  const named = rows.map(({ day, name }) => `${day.slice(5)} ${name}`);
  expect(named).toContain('12-25 Christmas Day');
  expect(named).toContain('07-01 Canada Day');
});

test('the first and the last day that can be asked for are answered', async () => {
  for (const day of [TODAY, TODAY + 365]) {
    const { status, body } = await ask({ query: { date: dateOf(day) } });
    expect(status).toBe(200);
    expect(body.data.lots_with_forecast).toBe(3);
  }
});

test.each([
  ['date', { date: '2026-02-30' }],
  ['date', { date: '2027-13-01' }],
  ['date', { date: '2027-1-1' }],
  ['date', { date: '20270101' }],
  ['date', { date: 'tomorrow' }],
  ['date', { date: '' }],
  ['date', { date: '2027-01-01T10:00:00Z' }],
  ['date', { date: `${dateOf(TODAY)} 10:00` }],
  ['date', { date: ` ${dateOf(TODAY)}` }],
  ['date', { date: dateOf(TODAY - 1) }],
  ['date', { date: dateOf(TODAY - 2) }],
  ['date', { date: dateOf(TODAY + 366) }],
  ['date', { date: dateOf(TODAY + 5_000) }],
  ['date', { date: '1969-12-31' }],
  ['date', { date: '9999-01-01' }],
  ['date', { date: '+2027-01-01' }],
  ['lat', { lat: 90.1 }],
  ['lat', { lat: 'north' }],
  ['lat', { lat: '' }],
  ['lng', { lng: -180.1 }],
  ['lng', { lng: 'NaN' }],
  ['radius_km', { radius_km: 0.05 }],
  ['radius_km', { radius_km: 0 }],
  ['radius_km', { radius_km: -5 }],
  ['radius_km', { radius_km: 50.1 }],
  ['radius_km', { radius_km: 'five' }],
  ['radius', { radius: 5 }],
  ['day', { day: 3 }],
  ['max_cost_cents', { max_cost_cents: -1 }],
  ['dry_run', { dry_run: 'maybe' }],
])('a bad %s (%j) is refused naming it, and costs nothing', async (field, query) => {
  const before = await chargedCents();
  const answer = await ask({ query: query as Record<string, string | number> });
  expect(answer.status).toBe(400);
  expect(answer.body.error.details[0].field).toBe(field);
  expect(await chargedCents()).toBe(before);
});

test.each(['lat', 'lng', 'date'])('%s is required', async (field) => {
  const { [field]: _, ...query }: Record<string, string | number> = {
    ...BUSY,
    date: dateOf(TODAY),
  };
  const answer = await api.request('GET', PATH, { key: key.secret, query });
  expect(answer.status).toBe(400);
  expect(answer.body.error.details[0].field).toBe(field);
});

test('a circle without a lot is 404 and costs nothing, with a bad date it is 400', async () => {
  const before = await chargedCents();
  expect((await ask({ query: { lat: 0, lng: 0 } })).status).toBe(404);
  const answer = await ask({ query: { lat: 0, lng: 0, date: dateOf(TODAY - 2) } });
  expect(answer.status).toBe(400);
  expect(await chargedCents()).toBe(before);
});

test('a price can be asked for and limited, and plans and scopes are checked', async () => {
  const before = await chargedCents();
  const dry = await ask({ query: { dry_run: true } });
  expect(dry.body.data).toMatchObject({ would_cost_cents: 25 });
  expect((await ask({ query: { max_cost_cents: 24 } })).status).toBe(403);
  expect(await chargedCents()).toBe(before);
  expect((await ask({ key: undefined })).status).toBe(401);
  const small = await api.createKey({ plan: 'starter' });
  expect((await ask({ key: small.secret })).status).toBe(403);
});

test('before the first publication the answer is 503', async () => {
  const empty = await startTestApi({ clock: { now: () => NOW } });
  const caller = await empty.createKey();
  const query = { ...BUSY, date: dateOf(TODAY) };
  const answer = await empty.request('GET', PATH, { key: caller.secret, query });
  expect(answer.status).toBe(503);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  await empty.stop();
});
