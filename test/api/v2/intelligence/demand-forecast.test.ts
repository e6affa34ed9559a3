import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LotForecast } from '../../../../src/kit/forecast/lot-forecast.ts';
import { cellAt, cellParent } from '../../../../src/kit/geo/cells.ts';
import { dateOf } from '../../../../src/kit/time/days.ts';
import { newUuid } from '../../../../src/kit/uuid.ts';
import { addCounts } from '../../../pipelines/stage/parking.ts';
import { addLot, type LotColumns } from '../../../stage/fixtures.ts';
import { forecastOf, publishAreas, publishForecasts } from '../../../stage/forecasts.ts';
import { untilHolds } from '../../../stage/until-holds.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../stage/warehouse.ts';
import { type Call, startTestApi, type TestApi, type TestKey } from '../../client.ts';

const PATH = '/api/v2/intelligence/demand-forecast';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const COUNTED_DAYS = 28;
const AREA_RESOLUTION = 6;
const TORONTO = { timeZone: 'America/Toronto' };
/** Stands still, so that no midnight comes in between. */
const NOW = Date.now();
const TODAY = localDay(NOW);

/** Areas far from each other, so that each has its own answer. */
const BUSY = { lat: 43.6532, lng: -79.3832 };
const SELLERS = { lat: 45.5019, lng: -73.5674 };
const FEW = { lat: 49.2827, lng: -123.1207 };
const CLOSED = { lat: 51.0447, lng: -114.0719 };
const PARTLY = { lat: 52.1332, lng: -106.67 };
const HALF = { lat: 47.5615, lng: -52.7126 };
const BESIDE = { lat: HALF.lat + 0.2, lng: HALF.lng };
const BEYOND = { lat: HALF.lat + 0.4, lng: HALF.lng };
const UNKNOWN = { lat: 46.8139, lng: -71.208 };
const UNPRICED = { lat: 44.6488, lng: -63.5752 };
const COUNTED = { lat: 50.4452, lng: -104.6189 };
const MANY = { lat: 53.5461, lng: -113.4938 };

let api: TestApi;
let warehouse: TestWarehouse;
let key: TestKey;
let others: TestKey[];
/** One without a price whose tariff has a part. */
let tariffLotId: string;
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
  for (let i = 0; i < 5; i += 1) {
    await park(PARTLY, second, i < 3 ? { closed: allDays } : { share: Number.NaN });
    for (const place of [HALF, BESIDE]) await park(place, i % 2 === 0 ? second : third, {});
  }
  await park(BEYOND, third, {});
  for (const operator of [key, second, third]) {
    await park(BUSY, operator, { share: operator === key ? 0.2 : 1 });
    const sold = { share: 0.5, hasStays: true, sessions: 9, revenueMinor: 10_000 };
    await park(SELLERS, operator, sold);
    await park(CLOSED, second, { closed: allDays });
    // Only known from lots like it near by, which may be those of others.
    await park(UNKNOWN, key, { share: 0.9, hasHistory: false });
    await park(UNPRICED, key, { share: 0.5 }, { rate_minor: null });
    await park(BUSY, operator, { share: 0 }, { livemode: false });
  }
  for (const operator of [key, second]) await park(FEW, operator, { share: 1 });
  for (let i = 0; i < 3; i += 1) await countVehicles();
  for (let i = 0; i < 10; i += 1) await park(MANY, key, { share: 0.2 });
  await warehouse.refresh();
  tariffLotId = await tellPart();
  await publishForecasts(api.database, forecasts);
  await tellAreas();
});
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

async function tellPart(): Promise<string> {
  const [lot] = await api.database.sql<{ lot_id: string }>(
    `update marts.market_rate_by_lot set terms = $3 where lot_id = (
       select lot_id from marts.market_rate_by_lot where operator_id = $1 and latitude = $2 limit 1
     ) returning lot_id`,
    [key.operatorId, UNPRICED.lat, JSON.stringify({ reference: { part: 'day' }, parts: [] })],
  );
  return lot?.lot_id ?? '';
}

const cellOf = ({ lat, lng }: typeof BUSY) => cellParent(cellAt(lat, lng), AREA_RESOLUTION);

/** What is expected in the areas of the places; of 1,000 spaces. */
async function tellAreas(): Promise<void> {
  const area = (place: typeof BUSY, wish: Parameters<typeof forecastOf>[0], livemode = true) => ({
    livemode,
    cell: cellOf(place),
    forecast: forecastOf({ fromDay: TODAY, ...wish }),
  });
  await publishAreas(api.database, [
    area(BUSY, { share: 0.5, peak: 0.9 }),
    area(BUSY, { share: 1 }, false),
    area(SELLERS, { share: 0.5, hasStays: true, sessions: 900, revenueMinor: 1_000_000 }),
    area(FEW, { share: 1 }),
    area(BESIDE, { share: 0.4 }),
    area(UNPRICED, { share: 0.5 }),
    area(MANY, { share: 0.2 }),
  ]);
}

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
    // 30 spaces: 27 are taken from 10:00 to 10:30 and 15 at all other times.
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
    lots_with_unknown_hours: 3,
    price_recommendation: {
      current_rate_cents: 350,
      // (80 / 90) ** (1 / -0.4)
      recommended_rate_cents: 469,
      multiplier: 1.34,
      revenue_at_current_rate_cents: 128_100,
      // 128,100 x (469 / 350) ** 0.6
      revenue_at_recommended_rate_cents: 152_690,
      price_elasticity: -0.4,
      decided_by: 'target',
      rationale:
        'Expected peak of 90 % is above the target of 80 %, so raise the average rate of ' +
        '3.50 CAD/h by 34 %.',
    },
  });
  // 100 x 366 / 720: of searches nothing is known.
  expect(data).toMatchObject({ predicted_demand_score: 51, reason: null });
  // Errors of 2 % of the spaces, rounded outward.
  expect(data.intervals.expected_peak_occupancy).toEqual({ low: 87, high: 92 });
  for (const [name, interval] of Object.entries<{ low: number; high: number }>(data.intervals)) {
    expect(interval.low).toBeLessThanOrEqual(data[name]);
    expect(interval.high).toBeGreaterThanOrEqual(data[name]);
  }
});

test('counts of past weeks on own lots become a forecast of these alone', async () => {
  const { body } = await ask({ query: COUNTED });
  expect(body.meta).toMatchObject({ confidence: 'low', cost_cents: 0 });
  expect(body.data).toMatchObject({ lots_with_forecast: 0, expected_peak_occupancy: null });
  const { own } = body.data;
  expect(own).toMatchObject({ lot_count: 3, closed_lots: 0 });
  expect(own.expected_peak_occupancy).toBeGreaterThan(70);
  expect(own.expected_peak_occupancy).toBeLessThan(90);
  // 3 x (6 x 8 + 18 x 2) space-hours, 2.5 hours a stay.
  expect(own.expected_sessions).toBeGreaterThan(90);
  expect(own.expected_sessions).toBeLessThan(110);
});

test('own lots are told exactly and apart, and only to their operator', async () => {
  const { own } = (await ask()).body.data;
  // A fifth of 10 spaces for 24 hours; 2.5 hours a stay, 3.50 an hour.
  expect(own).toMatchObject({
    lot_count: 1,
    closed_lots: 0,
    expected_peak_occupancy: 20,
    expected_sessions: 19,
    expected_revenue_cents: 16_800,
  });
  expect(own.intervals.expected_peak_occupancy).toEqual({ low: 18, high: 23 });
  const sold = { expected_sessions: 9, expected_revenue_cents: 10_000 };
  expect((await ask({ query: SELLERS })).body.data.own).toMatchObject(sold);
  const stranger = await api.createKey();
  expect((await ask({ key: stranger.secret })).body.data.own).toBeNull();
});

test('what is expected of single lots of others changes no answer', async () => {
  const [second = key] = others;
  const question = { query: { ...SELLERS, radius_km: 1 }, key: key.secret };
  const before = (await ask(question)).body.data;
  const theirs = await api.database.sql<{ lot_id: string }>(
    'select lot_id from lots where operator_id = $1 and latitude = $2 and livemode',
    [second.operatorId, SELLERS.lat],
  );
  const full = forecastOf({ fromDay: TODAY, share: 1, hasStays: true, sessions: 900 });
  await publishForecasts(api.database, new Map(theirs.map(({ lot_id }) => [lot_id, full])));
  const asThey = { ...question, key: second.secret };
  await untilHolds(async () => {
    expect((await ask(asThey)).body.data.own.expected_sessions).toBe(900);
  });
  expect((await ask(question)).body.data).toEqual(before);
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

test('confidence is high for 10 lots in areas with a forecast, within 14 days', async () => {
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
  expect(body.data.price_recommendation.multiplier).toBe(1.75);
  expect(await chargedCents()).toBe(before);
});

test('where nothing may be told, figures are null with a reason, and the answer is free', async () => {
  const { status, body } = await ask({ query: UNKNOWN });
  expect(status).toBe(200);
  expect(body.meta).toMatchObject({ cost_cents: 0, confidence: 'low' });
  expect(body.data).toMatchObject({
    predicted_demand_score: null,
    expected_peak_occupancy: null,
    expected_sessions: null,
    expected_revenue_cents: null,
    reason:
      'How full lots will be is shown only for areas where 4 operators have a history; these ' +
      'have less than half of the spaces here, or too few of the operators.',
    nearby_lots: 3,
    lots_with_forecast: 0,
    lots_with_history: 0,
    backtest: { mae: null, days: 0, coverage: null },
  });
  expect(Object.values(body.data.intervals)).toEqual([null, null, null, null]);
  expect(body.data.own).toMatchObject({
    lot_count: 3,
    expected_sessions: null,
    expected_peak_occupancy: null,
    expected_revenue_cents: null,
  });
  expect(body.data.price_recommendation).toEqual({
    current_rate_cents: 350,
    recommended_rate_cents: 350,
    multiplier: 1,
    revenue_at_current_rate_cents: null,
    revenue_at_recommended_rate_cents: null,
    price_elasticity: -0.4,
    decided_by: 'unknown',
    rationale:
      'Nothing is known yet of how full these lots are, so keep the average rate of 3.50 CAD/h.',
  });
});

test('where lots are closed and nothing is known of the others, nothing is sold', async () => {
  const before = await chargedCents();
  const { body } = await ask({ query: PARTLY });
  expect(body.meta).toMatchObject({ cost_cents: 0, confidence: 'low' });
  expect(body.data).toMatchObject({
    expected_peak_occupancy: null,
    expected_sessions: null,
    closed_lots: 3,
    lots_with_unknown_hours: 2,
    reason:
      '3 of 5 lots are closed on this day, of 2 the opening hours are not known, and how full ' +
      'lots will be is shown only for areas where 4 operators have a history; these have less ' +
      'than half of the spaces here, or too few of the operators.',
  });
  expect(body.data.price_recommendation.rationale).not.toContain('closed');
  expect(await chargedCents()).toBe(before);
});

test('figures speak for a circle where areas with a forecast have half of its spaces', async () => {
  const peakWithin = async (radius_km: number) =>
    (await ask({ query: { ...HALF, radius_km } })).body.data.expected_peak_occupancy;
  expect(await peakWithin(5)).toBeNull();
  // Five lots where it may be shown, and five where it may not; further away a sixth.
  expect(await peakWithin(30)).toBe(40);
  expect(await peakWithin(50)).toBeNull();
});

test('a closed area expects nobody, and keeps its rate', async () => {
  const before = await chargedCents();
  const { body } = await ask({ query: CLOSED });
  expect(body.meta).toMatchObject({ cost_cents: 25, confidence: 'medium' });
  expect(await chargedCents()).toBe(before + 25);
  expect(body.data).toMatchObject({
    expected_peak_occupancy: 0,
    expected_sessions: 0,
    expected_revenue_cents: 0,
    closed_lots: 3,
    lots_with_forecast: 0,
    reason: null,
  });
  expect(body.data.intervals.expected_sessions).toEqual({ low: 0, high: 0 });
  expect(body.data.price_recommendation).toEqual({
    current_rate_cents: 350,
    recommended_rate_cents: 350,
    multiplier: 1,
    revenue_at_current_rate_cents: 0,
    revenue_at_recommended_rate_cents: 0,
    price_elasticity: -0.4,
    decided_by: 'closed',
    rationale: 'All lots are closed on this day, so keep the average rate of 3.50 CAD/h.',
  });
});

test('lots without a rate have no revenue, and no rate to recommend', async () => {
  const { body } = await ask({ query: UNPRICED });
  expect(body.data).toMatchObject({ expected_revenue_cents: null, expected_peak_occupancy: 50 });
  expect(body.data.intervals.expected_revenue_cents).toBeNull();
  expect(body.data.price_recommendation).toEqual({
    current_rate_cents: null,
    recommended_rate_cents: null,
    multiplier: 1,
    revenue_at_current_rate_cents: null,
    revenue_at_recommended_rate_cents: null,
    price_elasticity: -0.4,
    decided_by: 'no_rate',
    rationale:
      'Expected peak of 50 % is below the target of 80 %, but the rates of too few spaces are ' +
      'known to advise one.',
  });
});

test('an operator sees which parts of its tariffs a recommendation would move', async () => {
  const { data } = (await ask({ query: UNPRICED })).body;
  expect(data.own.moved_parts).toEqual([{ lot_id: tariffLotId, part: 'day' }]);
  const other = await ask({ query: UNPRICED, key: others[0]?.secret });
  expect(other.body.data.own).toBeNull();
});

test('no rate is advised that brings less than today, and the answer says that this decided', async () => {
  const { data } = (await ask({ query: MANY })).body;
  expect(data.expected_peak_occupancy).toBe(20);
  expect(data.price_recommendation).toEqual({
    current_rate_cents: 350,
    recommended_rate_cents: 350,
    multiplier: 1,
    revenue_at_current_rate_cents: data.expected_revenue_cents,
    revenue_at_recommended_rate_cents: data.expected_revenue_cents,
    price_elasticity: -0.4,
    decided_by: 'revenue',
    rationale:
      'Expected peak of 20 % is below the target of 80 %, but with a price elasticity of -0.4 a ' +
      'lower rate brings no more revenue, so keep the average rate of 3.50 CAD/h.',
  });
});

test('what areas sell counts where it is known of half of the spaces', async () => {
  const askHere = async () => (await ask({ query: SELLERS })).body.data;
  // 900 stays and 10,000.00 of 1,000 spaces; 30 of them are here.
  const sales = { expected_sessions: 27, expected_revenue_cents: 30_000 };
  expect(await askHere()).toMatchObject({ basis: 'realised', ...sales });
  await publishAreas(api.database, [
    { cell: cellOf(SELLERS), forecast: forecastOf({ fromDay: TODAY, share: 0.5 }) },
  ]);
  // Half of 30 spaces for 24 hours.
  const implied = { basis: 'posted', expected_sessions: 144, expected_revenue_cents: 126_000 };
  await untilHolds(async () => expect(await askHere()).toMatchObject(implied));
});

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
  const { body } = await untilHolds(async () => {
    const answer = await ask();
    expect(answer.body.data.expected_events[0]).toEqual({
      name: 'Parking Day',
      type: 'public_holiday',
      impact: 'medium',
    });
    return answer;
  });
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
