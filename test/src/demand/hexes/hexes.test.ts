import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Hex } from '../../../../src/demand/hexes/draw-hex.ts';
import { findHexes } from '../../../../src/demand/hexes/hexes.ts';
import { type AnswerCache, createAnswerCache } from '../../../../src/demand/tiles/answer-cache.ts';
import type { Area } from '../../../../src/kit/geo/area.ts';
import { cellAt } from '../../../../src/kit/geo/cells.ts';
import { roundPoint } from '../../../../src/kit/geo/great-circle.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { countReads } from '../../counted-reads.ts';

const HERE = { lat: 43.65, lng: -79.38 };
/** More than fit into one map, all around. */
const CROWDED = { boxes: [{ west: 0, south: 0, east: 1, north: 1 }] };
const STEP_DEGREES = 0.004;
/** A tenth of the cells around here, with what presenting them takes. */
const KEPT_BYTES = 10 * 600;

let database: TestDatabase;
let answers: AnswerCache;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  answers = createAnswerCache();
});

/** Publishes a lot at each place, all with the same price. */
async function publish(price: number, points: readonly { lat: number; lng: number }[]) {
  const places = points.map(roundPoint);
  await database.sql(
    `with lots as (
       insert into marts.market_rate_by_lot (lot_id, livemode, operator_id, cell, latitude,
         longitude, country, currency, space_count, list_hourly, list_daily, observation_count,
         occupied_minutes, known_minutes)
       select md5(cell::text)::uuid, true, 'op', cell, min(lat), min(lng), 'CA', 'cad', 10,
         $1::bigint, null, 0, 0, 0
       from unnest($2::bigint[], $3::float8[], $4::float8[]) as place (cell, lat, lng)
       group by cell
       on conflict (lot_id) do update set list_hourly = excluded.list_hourly)
     insert into marts.publication (publication_id, watermark_tx, watermark_id, as_of)
     values (uuidv7()::text, '0', 0, to_timestamp($1))
     on conflict (is_only) do update
       set publication_id = excluded.publication_id, as_of = excluded.as_of`,
    [
      price,
      places.map(({ lat, lng }) => String(cellAt(lat, lng))),
      places.map(({ lat }) => lat),
      places.map(({ lng }) => lng),
    ],
  );
}

const around = (km: number): Area => ({ centre: HERE, radiusM: km * 1_000 });
const NEAR = Array.from({ length: 100 }, (_, i) => ({
  lat: HERE.lat + (i % 10) / 100,
  lng: HERE.lng + Math.floor(i / 10) / 100,
}));

let presentedCount = 0;
function present(hex: Hex) {
  presentedCount += 1;
  return { ...hex, byteLength: 1 };
}

const find = (area: Area, db = database.db) =>
  findHexes({ db, answers, livemode: true }, { area, resolution: 9 }, present);

test('all cells of a map are of one publication, also when others were kept before it', async () => {
  await publish(1, NEAR);
  expect((await find(around(1))).hexes.length).toBeGreaterThan(0);
  await publish(2, NEAR);
  const { hexes, asOf } = await find(around(5));
  expect(new Set(hexes.map(({ rate }) => rate?.hourly?.average))).toEqual(new Set([2]));
  expect(asOf).toEqual(new Date(2_000));
});

test('a cell is read and presented once for all maps of a publication', async () => {
  await publish(3, NEAR);
  const first = await find(around(5));
  presentedCount = 0;
  expect(await find(around(4))).toMatchObject({ asOf: first.asOf });
  expect(presentedCount).toBe(0);
});

test('with ten times as many cells as are kept, a map reads the blocks it shows, and keeps no more', async () => {
  await publish(5, NEAR);
  answers = createAnswerCache(KEPT_BYTES);
  const reads = countReads(database.db);
  const all = await reads.readsOf(() => find(around(20), reads.db));
  const places = Array.from({ length: 60 }, (_, i) => NEAR[(37 * i) % NEAR.length] ?? HERE);
  const bytesOf: number[] = [];
  for (const centre of places) {
    const read = await reads.readsOf(() => find({ centre, radiusM: 300 }, reads.db));
    expect(read.statements).toBeLessThanOrEqual(1);
    expect(read.bytes).toBeLessThan(all.bytes / 5);
    if (read.statements > 0) bytesOf.push(read.bytes);
  }
  expect(bytesOf.length).toBeGreaterThan(places.length / 2);
  const last = { centre: places.at(-1) ?? HERE, radiusM: 300 };
  expect((await reads.readsOf(() => find(last, reads.db))).statements).toBe(0);
});

test('a map that is refused refuses no other that reads the same cells', async () => {
  const crowd = Array.from({ length: 150 * 150 }, (_, i) => ({
    lat: STEP_DEGREES * (i % 150),
    lng: STEP_DEGREES * Math.floor(i / 150),
  }));
  await publish(4, crowd);
  const small = { centre: { lat: 0.3, lng: 0.3 }, radiusM: 1_000 };
  const [refused, answered] = await Promise.all([
    find(CROWDED).catch((error: unknown) => error),
    find(small),
  ]);
  expect(refused).toMatchObject({ code: 'BAD_REQUEST' });
  expect(answered.hexes.length).toBeGreaterThan(3);
  await expect(find(CROWDED)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
