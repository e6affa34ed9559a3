import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMarketRate } from '../../../../src/demand/rates/market-rate.ts';
import { type MarketTiles, openMarketTiles } from '../../../../src/demand/tiles/market-tiles.ts';
import { importStays } from '../../../../src/imports/sessions/import-stays.ts';
import { systemClock } from '../../../../src/kit/clock.ts';
import { cellAt, cellCentre } from '../../../../src/kit/geo/cells.ts';
import { roundPoint } from '../../../../src/kit/geo/great-circle.ts';
import { addCounts } from '../../../pipelines/stage/parking.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { isFull } from '../../../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../stage/warehouse.ts';
import { marketRateOf } from '../market/market-rate-oracle.ts';
import { type PublishedWorld, readPublishedWorld } from '../market/published-world.ts';

const CENTRES = [
  { lat: 43.65, lng: -79.38, country: 'CA', currency: 'cad' },
  { lat: -16.9, lng: 179.98, country: 'FJ', currency: 'fjd' },
  { lat: 71.3, lng: -156.7, country: 'US', currency: 'usd' },
];
const COUNTED_ALONE = 'US';
const COUNTED_IN_PART = 'FJ';
const LOTS = 240;
const STAYS = 3_000;
const COUNTS = 4_000;
const SEARCHES = 1_500;
const CIRCLES = isFull ? 400 : 200;
const MINUTE_MS = 60_000;

const seed = seedOfRun();
const random = randomFrom(seed);
const between = (low: number, high: number) => low + random() * (high - low);
const pick = <T>(values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
};

let database: TestDatabase;
let warehouse: TestWarehouse;
let market: MarketTiles;
let world: PublishedWorld;
let operatorIds: string[];
let asOf: Date;

beforeAll(async () => {
  database = await openTestDatabase();
  warehouse = await openTestWarehouse(database);
  const log = pino({ level: 'silent' });
  market = openMarketTiles({ db: database.db, clock: systemClock, log });
  operatorIds = [];
  for (let i = 0; i < 5; i += 1) operatorIds.push((await addCaller(database)).operatorId);
  await layOutLots();
  await layOutStays();
  await layOutCounts();
  await layOutSearches();
  await warehouse.refresh();
  const [publication] = await database.sql<{ as_of: Date }>('select as_of from marts.publication');
  asOf = publication?.as_of ?? new Date(Number.NaN);
  world = await readPublishedWorld(database);
});
afterAll(async () => {
  await market.close();
  await warehouse.close();
  await database.drop();
});

async function layOutLots(): Promise<void> {
  for (let i = 0; i < LOTS; i += 1) {
    const centre = pick(CENTRES);
    const isDaily = random() < 0.2;
    const longitude = centre.lng + between(-0.5, 0.5);
    await addLot(database, {
      operator_id: pick(operatorIds),
      latitude: centre.lat + between(-0.3, 0.3),
      longitude: longitude > 180 ? longitude - 360 : longitude,
      country: centre.country,
      currency: random() < 0.9 ? centre.currency : 'eur',
      rate_minor: random() < 0.1 ? null : Math.floor(between(0, isDaily ? 4_000 : 900)),
      rate_unit: isDaily ? 'day' : 'hour',
      max_daily_minor: random() < 0.5 ? null : Math.floor(between(500, 3_000)),
      total_spaces: Math.floor(between(0, 60)),
      is_capacity_estimated: random() < 0.1,
      billing_step_minutes: isDaily ? 1 : pick([1, 1, 15, 60]),
      status: random() < 0.95 ? 'active' : 'closed',
      is_listed: random() < 0.95,
    });
  }
}

async function layOutStays(): Promise<void> {
  const lots = await database.sql<{ lot_id: string; country: string; currency: string }>(
    'select lot_id, country, currency from lots',
  );
  const now = Date.now();
  const stays = Array.from({ length: STAYS }, (_, i) => {
    const lot = pick(lots);
    const recent = lot.country === COUNTED_ALONE ? 12 * 24 * 60 : 2;
    const startedAt = now - between(recent, 45 * 24 * 60) * MINUTE_MS;
    const lengthMinutes = random() < 0.2 ? between(480, 4_000) : between(0, 300);
    const endedAt = Math.min(now - MINUTE_MS, startedAt + lengthMinutes * MINUTE_MS);
    return {
      lotId: lot.lot_id,
      plate: `M${i % 400}`,
      startedAt: new Date(startedAt).toISOString(),
      endedAt: new Date(endedAt).toISOString(),
      amountMinor: Math.floor(between(0, 3_000)),
      currency: random() < 0.95 ? lot.currency : 'gbp',
    };
  });
  await importStays(database.owner, { livemode: true, actorId: 'test', stays });
}

/** Of all lots of one country, which have no stays of the last days, and of some of another. */
async function layOutCounts(): Promise<void> {
  const lots = await database.sql<{ lot_id: string; total_spaces: number }>(
    `select lot_id, total_spaces from lots
     where country = $1 or country = $2 and mod(total_spaces, 2) = 0`,
    [COUNTED_ALONE, COUNTED_IN_PART],
  );
  const now = Date.now();
  const counts = Array.from({ length: COUNTS }, () => {
    const lot = pick(lots);
    return {
      lotId: lot.lot_id,
      at: new Date(Math.floor(now - random() ** 2 * 8 * 24 * 60 * MINUTE_MS)),
      occupied: Math.floor(random() * (lot.total_spaces + 3)),
    };
  });
  await addCounts(database, counts);
}

async function layOutSearches(): Promise<void> {
  const searches = Array.from({ length: SEARCHES }, () => {
    const centre = pick(CENTRES);
    const cell = cellAt(centre.lat + between(-0.3, 0.3), centre.lng + between(-0.5, 0.5));
    return { hoursAgo: between(0, 240), cell, ...roundPoint(cellCentre(cell)) };
  });
  await database.sql(
    `insert into search_log (at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m,
       found_lot_count, available_lot_count)
     select now() - hours_ago * interval '1 hour', true, 'search', cell, lat, lng, 1000, 0, 0
     from unnest($1::float8[], $2::bigint[], $3::float8[], $4::float8[])
       as search (hours_ago, cell, lat, lng)`,
    [
      searches.map(({ hoursAgo }) => hoursAgo),
      searches.map(({ cell }) => cell),
      searches.map(({ lat }) => lat),
      searches.map(({ lng }) => lng),
    ],
  );
}

test(`a market rate equals brute force over every lot and the area around it (seed ${seed})`, async () => {
  let answered = 0;
  const confidences = new Set<string>();
  const bases = new Set<string>();
  const occupancies = new Set<string | null>();
  for (let i = 0; i < CIRCLES; i += 1) {
    const around = pick(CENTRES);
    const lng = around.lng + between(-0.8, 0.8);
    const circle = {
      centre: { lat: around.lat + between(-0.5, 0.5), lng: lng > 180 ? lng - 360 : lng },
      radiusM: 100 * 500 ** random(),
      operatorId: pick(operatorIds),
    };
    const expected = marketRateOf(world, circle);
    const answer = findMarketRate(market, { ...circle, livemode: true });
    const where = `circle ${i}: ${JSON.stringify(circle)}`;
    if (expected === undefined) {
      await expect(answer, where).rejects.toMatchObject({ code: 'NOT_FOUND' });
    } else {
      const rate = await answer;
      expect(rate, where).toMatchObject(expected);
      confidences.add(rate.confidence);
      bases.add(rate.basis);
      occupancies.add(rate.occupancyBasis);
      answered += 1;
    }
  }
  expect(answered).toBeGreaterThan(CIRCLES / 8);
  expect([...confidences].sort()).toEqual(['high', 'low', 'medium']);
  expect([...bases]).toContain('realised');
  expect([...occupancies]).toEqual(expect.arrayContaining(['mixed']));
});

test('the period is the 30 days up to the day of the newest data', async () => {
  const [lot] = world.lots;
  if (lot === undefined) throw new Error('no lots');
  const rate = await findMarketRate(market, {
    centre: { lat: lot.latitude, lng: lot.longitude },
    radiusM: 50_000,
    operatorId: 'nobody',
    livemode: true,
  });
  const [from = '', to = ''] = rate.period.split('/');
  expect(to).toBe(asOf.toISOString().slice(0, 10));
  expect(Date.parse(to) - Date.parse(from)).toBe(30 * 24 * 60 * MINUTE_MS);
});

test('the test world has its own market', async () => {
  const circle = { centre: CENTRES[0] ?? { lat: 0, lng: 0 }, radiusM: 50_000, operatorId: 'x' };
  await expect(findMarketRate(market, { ...circle, livemode: false })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
