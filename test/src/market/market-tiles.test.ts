import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { cellAt } from '../../../src/geometry/cells.ts';
import { roundPoint } from '../../../src/geometry/great-circle.ts';
import { findMarketRate } from '../../../src/market/market-rate.ts';
import { type MarketTiles, openMarketTiles } from '../../../src/market/market-tiles.ts';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { untilHolds } from '../../until-holds.ts';
import { countReads } from '../counted-reads.ts';

const HERE = { lat: 43.65, lng: -79.38 };
const LOTS_PER_PUBLICATION = 20;
const PUBLICATIONS = 60;
const READERS = 4;

const log = pino({ level: 'silent' });
let database: TestDatabase;
let market: MarketTiles;
let reads: ReturnType<typeof countReads>;

beforeAll(async () => {
  database = await openTestDatabase();
  reads = countReads(database.db);
});
afterAll(() => database.drop());
beforeEach(() => {
  market = openMarketTiles({ db: reads.db, clock: systemClock, log });
});
afterEach(() => market.close());

/** Publishes lots of one rate all over the city, in one statement and so in one transaction. */
async function publish(rate: number): Promise<void> {
  const places = Array.from({ length: LOTS_PER_PUBLICATION }, (_, i) => {
    const north = (i - LOTS_PER_PUBLICATION / 2) / 50;
    return roundPoint({ lat: HERE.lat + north, lng: HERE.lng + (i % 5) / 20 });
  });
  await database.sql(
    `with gone as (delete from marts.market_rate_by_lot),
     lots as (
       insert into marts.market_rate_by_lot (lot_id, livemode, operator_id, cell, latitude,
         longitude, country, currency, space_count, list_hourly, list_daily, observation_count,
         occupied_minutes, known_minutes)
       select uuidv7(), true, 'op', cell, lat, lng, 'CA', 'cad', 10, $1, $1, 0, 0, 100800
       from unnest($2::bigint[], $3::float8[], $4::float8[]) as place (cell, lat, lng))
     insert into marts.publication (publication_id, watermark_tx, watermark_id, as_of)
     values (uuidv7()::text, '0', 0, to_timestamp($1))
     on conflict (is_only) do update
       set publication_id = excluded.publication_id, as_of = excluded.as_of`,
    [
      rate,
      places.map(({ lat, lng }) => cellAt(lat, lng)),
      places.map(({ lat }) => lat),
      places.map(({ lng }) => lng),
    ],
  );
}

function ask(radiusM = 20_000, north = 0) {
  const centre = { lat: HERE.lat + north, lng: HERE.lng };
  return findMarketRate(market, { centre, radiusM, operatorId: 'other', livemode: true });
}

const cutLine = () =>
  database.sql(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen "published"'`);

test('what has been read is answered from memory until the next publication', async () => {
  await publish(100);
  await reads.untilKept(() => ask());
  await publish(200);
  await untilHolds(async () => expect((await ask()).avgHourlyMinor).toBe(200));
});

test('no answer mixes two publications, however often they change', async () => {
  await publish(1);
  let isOver = false;
  const read = async (reader: number) => {
    for (let i = 0; !isOver; i += 1) {
      const rate = await ask(12_000 + 240 * ((i * 7 + reader) % 50), (i % 9) / 100);
      expect(rate.minHourlyMinor).toBe(rate.maxHourlyMinor);
      expect(rate.asOf.getTime()).toBe(1_000 * (rate.minHourlyMinor ?? 0));
      // An answer from memory needs no other turn of the event loop.
      await nextTurn();
    }
  };
  const readers = Array.from({ length: READERS }, (_, reader) => read(reader));
  for (let rate = 2; rate <= PUBLICATIONS; rate += 1) await publish(rate);
  isOver = true;
  await Promise.all(readers);
});

test('while no notices arrive, answers are still of the newest publication', async () => {
  await publish(300);
  await reads.untilKept(() => ask());
  await cutLine();
  for (let rate = 301; rate <= 303; rate += 1) {
    await publish(rate);
    await untilHolds(async () => expect((await ask()).avgHourlyMinor).toBe(rate));
  }
  await reads.untilKept(() => ask());
});

test('what exceeds the memory limit is read again', async () => {
  await publish(400);
  await market.close();
  market = openMarketTiles({ db: reads.db, clock: systemClock, log, entriesKeptMax: 5 });
  for (let i = 0; i < 20; i += 1) {
    await expect(ask(1_000, 5 + i)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const before = reads.readCount();
    expect((await ask()).avgHourlyMinor).toBe(400);
    expect(reads.readCount()).toBe(before + 1);
  }
});

test('concurrent callers that need the same tiles share a read', async () => {
  await publish(500);
  const before = reads.readCount();
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask()));
  expect(new Set(answers.map(({ avgHourlyMinor }) => avgHourlyMinor))).toEqual(new Set([500]));
  expect(reads.readCount()).toBeLessThanOrEqual(before + 2);
});
