import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findMarketRate } from '../../../../src/demand/rates/market-rate.ts';
import { TILE_RESOLUTION } from '../../../../src/demand/tiles/cap-tree.ts';
import { type MarketTiles, openMarketTiles } from '../../../../src/demand/tiles/market-tiles.ts';
import { findPublished } from '../../../../src/demand/tiles/published.ts';
import { systemClock } from '../../../../src/kit/clock.ts';
import { cellAt, cellParent } from '../../../../src/kit/geo/cells.ts';
import { roundPoint } from '../../../../src/kit/geo/great-circle.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { untilHolds } from '../../../stage/until-holds.ts';
import { countReads } from '../../counted-reads.ts';

const HERE = { lat: 43.65, lng: -79.38 };
const LOTS_PER_PUBLICATION = 20;
const PUBLICATIONS = 60;
/** The lots are in several tiles, see places. */
const WIDE = 0.1;
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

/** Each lot is so many degrees north of the previous one. */
function places(step = 0.02) {
  return Array.from({ length: LOTS_PER_PUBLICATION }, (_, i) => {
    const north = (i - LOTS_PER_PUBLICATION / 2) * step;
    return roundPoint({ lat: HERE.lat + north, lng: HERE.lng + (i % 5) / 20 });
  });
}

/**
 * Publishes lots of three operators and one rate all over the city, or wider, in one statement and
 * so in one transaction.
 */
async function publish(rate: number, step?: number): Promise<void> {
  await database.sql(
    `with gone as (delete from marts.market_rate_by_lot),
     lots as (
       insert into marts.market_rate_by_lot (lot_id, livemode, operator_id, cell, latitude,
         longitude, country, currency, space_count, list_hourly, list_daily, observation_count,
         occupied_minutes, known_minutes)
       select uuidv7(), true, 'op' || number % 3, cell, lat, lng, 'CA', 'cad', 10, $1, $1, 0, 0,
         100800
       from unnest($2::bigint[], $3::float8[], $4::float8[])
         with ordinality as place (cell, lat, lng, number))
     insert into marts.publication (publication_id, watermark_tx, watermark_id, as_of)
     values (uuidv7()::text, '0', 0, to_timestamp($1))
     on conflict (is_only) do update
       set publication_id = excluded.publication_id, as_of = excluded.as_of`,
    [
      rate,
      places(step).map(({ lat, lng }) => cellAt(lat, lng)),
      places(step).map(({ lat }) => lat),
      places(step).map(({ lng }) => lng),
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

const cells = () => [...new Set(places(WIDE).map(tileCellOf))];
const tileCellOf = ({ lat, lng }: typeof HERE) => cellParent(cellAt(lat, lng), TILE_RESOLUTION);

/** Each is one publication, which changes a row here or there, or nothing. */
const CHANGES = {
  nothing: 'select',
  'what happened on a lot': `update marts.market_rate_by_lot
    set observation_count = observation_count + 1, revenue_minor = 7 where lot_id = (ANY_LOT)`,
  'what a lot posts': `update marts.market_rate_by_lot
    set list_hourly = 1 + random() * 900 where lot_id = (ANY_LOT)`,
  'the spaces of a lot': `update marts.market_rate_by_lot
    set space_count = 1 + random() * 50 where lot_id = (ANY_LOT)`,
  'whether a lot counts': `update marts.market_rate_by_lot
    set is_counted = not is_counted where lot_id = (ANY_LOT)`,
  'a lot that goes': `delete from marts.market_rate_by_lot where lot_id = (ANY_LOT)`,
  'another lot in place of one': `update marts.market_rate_by_lot
    set lot_id = uuidv7(), revenue_minor = random() * 900 where lot_id = (ANY_LOT)`,
  'an area': `insert into marts.areas (livemode, country, cell, occupied_pct, paid_pct)
    values (true, 'CA', AREA, random() * 100, random() * 100)
    on conflict (livemode, country, cell) do update
    set occupied_pct = excluded.occupied_pct, paid_pct = excluded.paid_pct`,
  'an area of searches': `insert into marts.search_areas (livemode, cell, searcher_count)
    values (true, AREA, random() * 100)
    on conflict (livemode, cell) do update set searcher_count = excluded.searcher_count`,
  'how searches are compared': `insert into marts.search_percentiles (livemode, country, percentile,
      searcher_count)
    values (true, 'CA', random() * 100, random() * 100)
    on conflict (livemode, country, percentile) do update
    set searcher_count = excluded.searcher_count`,
};

async function publishChange(name: keyof typeof CHANGES, random: () => number): Promise<void> {
  const place = places(WIDE)[Math.floor(random() * LOTS_PER_PUBLICATION)] ?? HERE;
  const area = random() < 0.3 ? 0n : cellParent(cellAt(place.lat, place.lng), 7);
  const anyLot = `select lot_id from marts.market_rate_by_lot
    order by lot_id offset ${Math.floor(random() * LOTS_PER_PUBLICATION)} limit 1`;
  await database.sql(CHANGES[name].replace('ANY_LOT', anyLot).replaceAll('AREA', String(area)));
  await database.sql('update marts.publication set publication_id = uuidv7()::text');
}

/** What is compared of tiles: all but their functions. */
async function tilesNow(tiles: MarketTiles, asked: readonly bigint[]) {
  const { tiles: found } = await tiles.read(true, asked);
  return found.map(({ lots, tree }) => ({ lots, tree }));
}

const seed = seedOfRun();

test(`tiles that are renewed are those that are read again, whatever a publication changes (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  await publish(600, WIDE);
  for (let i = 0; i < 120; i += 1) {
    const names = Object.keys(CHANGES) as (keyof typeof CHANGES)[];
    const name = names[i % names.length] ?? 'nothing';
    const asked = cells().filter(() => random() < 0.7);
    const fresh = openMarketTiles({ db: database.db, clock: systemClock, log });
    try {
      await publishChange(name, random);
      const expected = await tilesNow(fresh, asked);
      await untilHolds(async () => expect(await tilesNow(market, asked), name).toEqual(expected));
    } finally {
      await fresh.close();
    }
  }
  await database.sql('delete from marts.areas');
  await database.sql('delete from marts.search_areas');
  await database.sql('delete from marts.search_percentiles');
});

test('a publication that changes no posted price sends no lots again: what happened on them only in its tile', async () => {
  await publish(700, WIDE);
  const random = () => 0;
  await reads.untilKept(() => market.read(true, cells()));
  const sentFor = async (name: keyof typeof CHANGES) => {
    await publishChange(name, random);
    let bytes = 0;
    await untilHolds(async () => {
      const read = await reads.readsOf(() => market.read(true, cells()));
      expect(read.statements).toBeGreaterThan(0);
      bytes = read.bytes;
    });
    await reads.untilKept(() => market.read(true, cells()));
    return bytes;
  };
  const whole = (await reads.readsOf(() => findPublished(reads.db, true, cells()))).bytes;
  const none = await sentFor('nothing');
  const happened = await sentFor('what happened on a lot');
  const posted = await sentFor('what a lot posts');
  expect(none).toBeLessThan(0.4 * whole);
  expect(happened).toBeGreaterThan(none);
  expect(happened).toBeLessThan(posted);
  expect(posted).toBeLessThan(whole);
});
