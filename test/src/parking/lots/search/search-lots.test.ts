import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../../../../src/access/operators/create-operator.ts';
import { systemActor } from '../../../../../src/access/principals/actor.ts';
import { circleCap, coverCircle } from '../../../../../src/kit/geo/circle-cover.ts';
import { greatCircleMetres, type LatLng } from '../../../../../src/kit/geo/great-circle.ts';
import type { LotDetails } from '../../../../../src/parking/lots/lot-details.ts';
import type { KnownLot } from '../../../../../src/parking/lots/search/match/known-lot.ts';
import type { LotSearch } from '../../../../../src/parking/lots/search/match/lot-search.ts';
import { searchLots } from '../../../../../src/parking/lots/search/search-lots.ts';
import {
  LOT_TILE_RESOLUTION,
  type LotTiles,
  openLotTiles,
} from '../../../../../src/parking/lots/search/tiles/lot-tiles.ts';
import { writeRows } from '../../../../../src/parking/lots/write/batch/numbered-rows.ts';
import { openLotReading } from '../../../../../src/parking/lots/write/lot-reading.ts';
import { readLotOfMany } from '../../../../../src/parking/lots/write/new-lot.ts';
import { openTestDatabase, type TestDatabase } from '../../../../stage/database.ts';
import { randomFrom, seedOfRun } from '../../../../stage/random.ts';
import { isFull } from '../../../../stage/size.ts';
import { destination, placeOf } from '../../../places.ts';
import { hourlyTariff } from '../../../tariffs/hourly-tariff.ts';
import { searchOf } from './search-of.ts';

const LOT_COUNT = 2_000;
const QUERY_COUNT = isFull ? 2_000 : 600;
const QUERIES_AT_ONCE = 25;
const NOW = Date.parse('2026-11-18T12:00:00Z');

const seed = seedOfRun();
const random = randomFrom(seed);

type Known = LatLng & { id: string; spaces: number; rate: number | null };

let database: TestDatabase;
let operatorId: string;
let world: Known[];
let lotTiles: LotTiles;

beforeAll(async () => {
  database = await openTestDatabase();
  const request = { name: 'Operator', plan: 'free', actorId: 'test' };
  operatorId = (await createOperator(database.owner, request)).id;
  const reading = await openLotReading([]);
  const rows = Array.from({ length: LOT_COUNT }, (_, row) => ({
    row,
    name: null,
    ...readLotOfMany(randomLot(row), reading),
  }));
  const writer = { operatorId, livemode: true, actor: systemActor('test'), lotsMax: null };
  await writeRows(database.owner, writer, rows);
  // As the server does by itself within a minute.
  await database.sql('analyze lots');
  world = await readWorld();
  lotTiles = openLotTiles(database.db);
});
afterAll(() => database.drop());

/**
 * Some lots are close together around a few points, with few prices and sizes, so ties are
 * frequent.
 */
function randomLot(i: number): LotDetails {
  const crowd = { lat: 89.9 * Math.sin(i % 40), lng: (i % 40) * 9.2 - 180 };
  const place = i % 2 === 0 ? pointNear(crowd, 20_000) : placeOf(i, random);
  return {
    ...place,
    name: 'Lot',
    ref: `lot ${i}`,
    total_spaces: (i % 6) + 1,
    country: 'US',
    base_rate: i % 7 === 0 ? null : (i % 5) + 1,
  };
}

function pointNear(place: LatLng, metres: number): LatLng {
  return destination(place, metres * Math.sqrt(random()), 2 * Math.PI * random());
}

function readWorld(): Promise<Known[]> {
  return database.sql(
    `select lot_id as id, latitude as lat, longitude as lng, total_spaces as spaces,
       rate_minor::float8 as rate
     from lots where livemode`,
  );
}

const find = (more: Partial<LotSearch>) =>
  searchLots({ db: database.db, lotTiles }, searchOf(more), NOW, null);

/** The ids of all pages, one page after another. */
async function findAll(more: Partial<LotSearch>): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await find({ ...more, cursor });
    ids.push(...page.lots.map((lot) => lot.lotId));
    cursor = page.nextCursor;
    expect(page.hasMore).toBe(cursor !== null);
  } while (cursor !== null);
  return ids;
}

/** Order is kept to the millimetre. */
function millimetresOf({ distance }: { distance: number }): number {
  return Math.floor(1_000 * distance);
}

function bruteForce(centre: LatLng, radiusM: number) {
  return world
    .map((lot) => ({ ...lot, distance: greatCircleMetres(centre, lot) }))
    .filter((lot) => lot.distance <= radiusM);
}

test(`${QUERY_COUNT} circles find the same as a check of every lot (seed ${seed})`, async () => {
  let foundCount = 0;
  for (let i = 0; i < QUERY_COUNT; i += QUERIES_AT_ONCE) {
    const counts = await Promise.all(
      Array.from({ length: QUERIES_AT_ONCE }, (_, j) => checkCircle(i + j)),
    );
    foundCount += counts.reduce((sum, count) => sum + count, 0);
  }
  expect(foundCount).toBeGreaterThan(QUERY_COUNT);
});

async function checkCircle(i: number): Promise<number> {
  const radiusM = 100 * 500 ** random();
  const lot = world[Math.floor(random() * world.length)];
  const centre = i % 2 === 0 && lot ? pointNear(lot, 1.5 * radiusM) : placeOf(i, random);
  const result = await find({ centre, radiusM });
  const expected = bruteForce(centre, radiusM).sort((a, b) => a.distance - b.distance);
  const where = JSON.stringify({ centre, radiusM });
  if (result.hasMore) expect(result.foundCount, where).toBeLessThanOrEqual(expected.length);
  else expect(result.foundCount, where).toBe(expected.length);
  expect(result.nearestM ?? 0, where).toBeCloseTo(expected[0]?.distance ?? 0, 5);
  // Which of the lots in one place come first is not promised.
  const ids = new Set(result.lots.map((lot) => lot.lotId));
  const shown = expected.filter((lot) => ids.has(lot.id)).map(millimetresOf);
  expect(shown, where).toEqual(expected.slice(0, 50).map(millimetresOf));
  return expected.length;
}

test.each([
  ['distance', millimetresOf],
  ['price', (lot: Known) => lot.rate ?? Number.POSITIVE_INFINITY],
  ['availability', (lot: Known) => -lot.spaces],
] as const)('pages sorted by %s hold every lot once and in order', async (sort, keyOf) => {
  for (let i = 0; i < 20; i += 1) {
    const around = world[(i * 2) % world.length];
    const centre = { lat: around?.lat ?? 0, lng: around?.lng ?? 0 };
    const ids = await findAll({ centre, radiusM: 30_000, sort, limit: 12 });
    const expected = bruteForce(centre, 30_000);
    expect(ids.toSorted()).toEqual(expected.map((lot) => lot.id).toSorted());
    const keys = ids
      .map((id) => expected.find((lot) => lot.id === id))
      .map((lot) => lot && keyOf(lot));
    expect(keys).toEqual(keys.toSorted((a = 0, b = 0) => (a === b ? 0 : a - b)));
  }
});

test('a cursor of another search, or a made-up one, is refused', async () => {
  const [around] = world;
  const centre = { lat: around?.lat ?? 0, lng: around?.lng ?? 0 };
  const { nextCursor } = await find({ centre, radiusM: 50_000, limit: 1 });
  expect(nextCursor).not.toBeNull();
  const refusal = { code: 'BAD_REQUEST', details: [{ field: 'cursor' }] };
  await expect(find({ centre, radiusM: 40_000, cursor: nextCursor })).rejects.toMatchObject(
    refusal,
  );
  // A cursor of a place before the first is the first page.
  const [mark = ''] = Buffer.from(nextCursor ?? '', 'base64url')
    .toString()
    .split('_');
  const before = `${mark}_-9_0_0_00000000-0000-4000-8000-000000000000`;
  const cursor = Buffer.from(before).toString('base64url');
  expect((await find({ centre, radiusM: 50_000, limit: 1, cursor })).lots).toHaveLength(1);
  for (const cursor of ['', 'nonsense', Buffer.from('0_NaN_1').toString('base64url')])
    await expect(find({ cursor })).rejects.toMatchObject(refusal);
});

test('a search in a circle with 60,000 lots lets other work run, and its pages are in order', async () => {
  const [around] = world;
  const centre = { lat: around?.lat ?? 0, lng: around?.lng ?? 0 };
  const cells = coverCircle(circleCap(centre, 50_000), LOT_TILE_RESOLUTION);
  const { lots, now } = await lotTiles.read(cells);
  const many = Array.from({ length: 60_000 }, (_, i) => ({
    ...lots[i % lots.length],
    lotId: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    latitude: centre.lat,
    longitude: centre.lng,
    tariff: hourlyTariff((i * 7_919) % 60_000),
    holds: [],
  })) as KnownLot[];
  const [description = null] = await lotTiles.describe(lots.slice(0, 1).map((lot) => lot.lotId));
  const tile = new Map(many.map((lot) => [lot.lotId, lot]));
  const crowded: LotTiles = {
    read: async () => ({ lots: many, now }),
    readTiles: async () => ({ tiles: [tile], now }),
    countKept: () => undefined,
    describe: async (lotIds) => lotIds.map(() => description),
  };
  const page = (cursor: string | null) =>
    searchLots(
      { db: database.db, lotTiles: crowded },
      searchOf({ centre, sort: 'price', cursor }),
      NOW,
      null,
    );
  let isWaiting = true;
  let turns = 0;
  const again = () => {
    turns += 1;
    if (isWaiting) setImmediate(again);
  };
  setImmediate(again);
  const first = await page(null);
  isWaiting = false;
  expect(turns).toBeGreaterThan(2);
  expect(first.foundCount).toBeLessThan(1_000);
  const second = await page(first.nextCursor);
  const rates = [...first.lots, ...second.lots].map((lot) => lot.tariff?.first_hour_minor);
  expect(rates).toEqual(Array.from({ length: 100 }, (_, i) => i));
});
