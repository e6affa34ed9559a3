import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { READING_ON } from '../../pipelines/steps/read-on.ts';
import type { Principal } from '../../src/access/principals/principal.ts';
import { findMarketRate } from '../../src/demand/rates/market-rate.ts';
import { type MarketTiles, openMarketTiles } from '../../src/demand/tiles/market-tiles.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { createLot } from '../../src/parking/lots/write/create-lot.ts';
import { updateLot } from '../../src/parking/lots/write/update-lot.ts';
import { destination } from '../src/places.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { addCaller } from '../stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import { expectSameMarts, nothingMore } from './stage/world.ts';

const CENTRE = { lat: 43.66, lng: -79.39 };
const FIRST_RATE = 4;
const INVENTED_RATE = 40;

let database: TestDatabase;
let warehouse: TestWarehouse;
let market: MarketTiles;
let first: Principal;
let rival: Principal;

beforeAll(async () => {
  database = await openTestDatabase();
  warehouse = await openTestWarehouse(database);
  market = openMarketTiles({ db: database.db, clock: systemClock, log: pino({ level: 'silent' }) });
  first = await addCaller(database, { plan: 'enterprise' });
  rival = await addCaller(database, { plan: 'enterprise' });
});
afterAll(async () => {
  await market.close();
  await warehouse.close();
  await database.drop();
});

async function list(
  as: Principal,
  metres: number,
  name: string,
  base_rate: number,
): Promise<string> {
  const details = { name, ...destination(CENTRE, metres, 0), total_spaces: 50, base_rate };
  const context = { requestId: 'req_test', remember: undefined };
  const made = await createLot(database.db, as, details, context);
  return made.lot.lotId;
}

const FINDING = new Set(READING_ON.map(({ name }) => name));

async function refresh(): Promise<void> {
  const { steps } = await warehouse.refresh();
  // Where a transaction of another test was open, what was found is drained by the next only.
  if (steps.some(({ name, rows }) => FINDING.has(name) && rows > 0)) await warehouse.refresh();
}

const rateFor = ({ operatorId }: Principal) =>
  findMarketRate(market, { centre: CENTRE, radiusM: 1_000, operatorId, livemode: true });
const figures = async () => {
  const { minHourlyMinor, maxHourlyMinor, lotCount, sampleSize } = await rateFor(first);
  const [city] = await database.sql<{ lot_count: number }>(
    'select lot_count from marts.lots_by_city',
  );
  return { minHourlyMinor, maxHourlyMinor, lotCount, sampleSize, inCity: city?.lot_count };
};

test('a copy with an invented rate beside a lot moves no figure, and its operator sees its own', async () => {
  for (const i of [1, 2, 3, 4]) await list(first, 100 * i, `Green P ${i}`, FIRST_RATE);
  await refresh();
  const before = await figures();
  expect(before).toMatchObject({ maxHourlyMinor: 400, lotCount: 4, sampleSize: 4, inCity: 4 });
  for (const i of [1, 2, 3, 4]) await list(rival, 100 * i + 6, `Green P ${i}`, INVENTED_RATE);
  await refresh();
  expect(await figures()).toEqual(before);
  expect(await rateFor(rival)).toMatchObject({ competitorCount: 4, own: { lotCount: 4 } });
  expect(await rateFor(first)).toMatchObject({ competitorCount: 0, own: { lotCount: 4 } });
});

test('once the first is off the list, the copy is the one that counts; it is not when that is back', async () => {
  const original = await list(first, 600, 'Green P 36', FIRST_RATE);
  await list(rival, 606, 'Green P 36', 5);
  await refresh();
  const both = await figures();
  expect(both).toMatchObject({ maxHourlyMinor: 400, lotCount: 5 });
  await updateLot(database.db, first, original, { is_listed: false }, 'req_test');
  await refresh();
  expect(await figures()).toMatchObject({ maxHourlyMinor: 500, lotCount: 5, inCity: 5 });
  await updateLot(database.db, first, original, { is_listed: true }, 'req_test');
  await refresh();
  expect(await figures()).toEqual(both);
});

test('a rebuild counts the same lots', async () => {
  await expectSameMarts(database, nothingMore, warehouse.rebuild, warehouse.refresh);
});
