import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestWarehouse, type TestWarehouse } from '../../../stage/warehouse.ts';
import {
  type History,
  type Lot,
  type Stay,
  writeNeighbourhood,
} from '../../../worlds/histories.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

// What outsiders have tried on the figures, and what it gives them now.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KM_NORTH = 1 / 111.2;

let api: TestApi;
let warehouse: TestWarehouse;
let key: TestKey;

beforeAll(async () => {
  api = await startTestApi();
  warehouse = await openTestWarehouse(api.database);
  key = await api.createKey({ rateLimits: { intelligence: 10_000 } });
  for (const scene of Object.values(SCENES)) await write(scene);
  await refundDearStays();
  await warehouse.refresh();
});
afterAll(async () => {
  await warehouse.close();
  await api.stop();
});

type Posted = Partial<Pick<Lot, 'spaces' | 'rateMinor' | 'maxDailyMinor' | 'rateUnit'>>;

/** A lot so far north of a place. */
function lotAt(at: { lat: number; lng: number }, km: number, operator: number, more: Posted = {}) {
  return {
    ...{ lotId: crypto.randomUUID(), operator, country: 'CA', spaces: 10, rateMinor: 300 },
    ...{ maxDailyMinor: null, rateUnit: 'hour' as const },
    ...more,
    lat: at.lat + km * KM_NORTH,
    lng: at.lng,
  };
}

/** So many hours of each of the last days, by one vehicle a day, at a price an hour. */
function staysOf(count: number, hours: number, hourlyMinor: number, baseRateMinor = 300): Stay[] {
  return Array.from({ length: count }, (_, i) => {
    const startedMs = Date.now() - (2 + (i % 24)) * DAY_MS;
    return {
      startedMs,
      endedMs: startedMs + hours * HOUR_MS,
      vehicle: i + 1,
      baseRateMinor,
      amountMinor: hours * hourlyMinor,
    };
  });
}

type Scene = { lots: Lot[]; histories: Map<string, History> };

async function write({ lots, histories }: Scene): Promise<void> {
  const operatorIds: string[] = [];
  for (let i = 0; i <= Math.max(...lots.map(({ operator }) => operator)); i += 1)
    operatorIds.push((await api.createKey()).operatorId);
  await writeNeighbourhood(api.database, { lots, histories }, operatorIds);
}

/** In a country of its own, so that no other scene is in its areas. */
function sceneOf(country: string, lots: readonly Lot[], stays: readonly Stay[][]): Scene {
  const placed = lots.map((lot) => ({ ...lot, country }));
  return {
    lots: placed,
    histories: new Map(
      placed.map(({ lotId }, i) => [lotId, { stays: stays[i] ?? [], counts: [] }]),
    ),
  };
}

const APART = { lat: 43.7, lng: -79.4 };
const FEW = { lat: 46.8, lng: -71.2 };
const BENT = { lat: 50.1, lng: -97.1 };
const DAILY = { lat: 53.5, lng: -113.5 };
const REFUNDED = { lat: 51.05, lng: -114.07 };
const DEAR_MINOR = 500_000;

/** A stay that ended a second after it began, and cost a started minute of 1,000,000 an hour. */
function stayAtOnce(): Stay {
  const startedMs = Date.now() - 3 * DAY_MS;
  const amount = { baseRateMinor: 1_000_000, amountMinor: 16_667 };
  return { startedMs, endedMs: startedMs + 1_000, vehicle: 1, ...amount };
}

const SCENES = {
  /** Three bystanders, and a competitor with 11 stays at 7.80 an hour of a lot that posts 3.00. */
  apart: sceneOf(
    'AA',
    [0.1, 0.2, 0.3, 0.67].map((km, i) => lotAt(APART, km, i)),
    [staysOf(10, 1, 300), staysOf(10, 1, 300), staysOf(10, 1, 300), staysOf(11, 10, 780)],
  ),
  few: sceneOf(
    'AB',
    [0.1, 0.2, 0.3].map((km, i) => lotAt(FEW, km, i)),
    [staysOf(20, 5, 600), staysOf(20, 5, 600), staysOf(20, 5, 600)],
  ),
  bent: sceneOf(
    'AC',
    [
      lotAt(BENT, 0.05, 6, { spaces: 1, rateMinor: 1_000_000 }),
      ...[0, 1, 2, 3, 4, 5].map((i) => lotAt(BENT, i / 10, i)),
    ],
    [[stayAtOnce()]],
  ),
  daily: sceneOf(
    'AD',
    [
      ...[0, 1, 2, 3].map((i) => lotAt(DAILY, i / 10, i, { rateUnit: 'day', rateMinor: 1_200 })),
      ...[4, 5, 6, 7, 8].map((i) => lotAt(DAILY, i / 10, i)),
    ],
    [],
  ),
  /** One of the five also has 40 stays at 5,000.00 an hour that are refunded in full. */
  refunded: sceneOf(
    'AE',
    [0, 1, 2, 3, 4].map((i) => lotAt(REFUNDED, i / 10, i)),
    [
      [...staysOf(12, 2, 300), ...staysOf(40, 1, DEAR_MINOR)],
      ...[1, 2, 3, 4].map(() => staysOf(12, 2, 300)),
    ],
  ),
};

async function refundDearStays(): Promise<void> {
  await api.database.sql(
    `insert into audit_log (actor_type, actor_id, livemode, action, entity_id, diff)
     select 'system', 'test', true, 'refund.succeeded', entity_id,
       '{"after": {"refund_id": "re_1", "status": "succeeded"}}'
     from audit_log where action = 'payment.completed'
       and (diff -> 'after' ->> 'amount_minor')::bigint = $1`,
    [DEAR_MINOR],
  );
}

async function ask(at: { lat: number; lng: number }, radius_km: number) {
  const answer = await api.request('GET', '/api/v2/intelligence/market-rate', {
    key: key.secret,
    query: { ...at, radius_km },
  });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function mapOf(at: { lat: number; lng: number }, resolution: number) {
  const answer = await api.request('GET', '/api/v2/intelligence/hexes.geojson', {
    key: key.secret,
    query: { ...at, radius_km: 3, resolution },
  });
  expect(answer.status).toBe(200);
  return answer.body.features.map(({ properties }: { properties: object }) => properties);
}

test('taken apart: two circles give nothing of the competitor that only one of them contains', async () => {
  const [near, wide] = [await ask(APART, 0.4), await ask(APART, 0.9)];
  expect([near.data.lot_count, wide.data.lot_count]).toEqual([3, 4]);
  const rateOf = ({ data }: typeof near) => data.market_rate;
  // What the difference would be, if circles were sums over lots: 7.80.
  expect(4 * rateOf(wide).avg_hourly_cents - 3 * rateOf(near).avg_hourly_cents).toBe(300);
  expect(wide.data.observed_stays).toBe(near.data.observed_stays);
  expect(rateOf(wide)).toMatchObject({ min_hourly_cents: 300, max_hourly_cents: 300 });
  expect(near.data.demand_score).toBe(wide.data.demand_score);
  // And on maps: cells within the area all have the density of the area.
  for (const resolution of [7, 8, 9]) {
    const shares = (await mapOf(APART, resolution)).map(
      ({ occupied_share }: { occupied_share: number | null }) => occupied_share,
    );
    expect(new Set(shares).size).toBe(1);
  }
});

test('taken apart: with three operators nothing that happened is shown', async () => {
  const { data, meta } = await ask(FEW, 1);
  expect(data).toMatchObject({
    demand_score: null,
    occupancy_basis: null,
    observed_stays: null,
    market_rate: { avg_hourly_cents: 300, basis: 'posted' },
  });
  expect(meta.confidence).not.toBe('high');
  for (const cell of await mapOf(FEW, 9)) expect(cell.occupied_share).toBeNull();
});

test('bent: one lot at 1,000,000 with a stay that ended at once moves nothing', async () => {
  const { data } = await ask(BENT, 2);
  expect(data.market_rate).toMatchObject({
    avg_hourly_cents: 300,
    min_hourly_cents: 300,
    max_hourly_cents: 300,
  });
  expect(data).toMatchObject({ sample_size: 6, left_out: 1 });
});

test('misleading: the minimum is a price that somebody can pay, and no day price is guessed', async () => {
  const { data } = await ask(DAILY, 2);
  expect(data.market_rate).toMatchObject({ min_hourly_cents: 300, max_hourly_cents: 1_200 });
  // Five of nine lots post no maximum, so that it is not known what a day costs there.
  expect(data.market_rate.avg_daily_cents).toBeNull();
  // Nobody ever parked or searched here.
  expect(data).toMatchObject({ demand_score: null, occupancy_basis: null, observed_stays: null });
});

test('misleading: stays that were refunded in full have no say', async () => {
  const { data } = await ask(REFUNDED, 2);
  expect(data.market_rate).toMatchObject({ avg_hourly_cents: 300, basis: 'realised' });
});
