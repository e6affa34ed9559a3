import { afterAll, beforeAll, expect, test } from 'vitest';
import { greatCircleMetres, type LatLng } from '../../../../../src/kit/geo/great-circle.ts';
import type { KnownLot } from '../../../../../src/parking/lots/search/match/known-lot.ts';
import {
  type LotSearch,
  SEARCH_SORTS,
} from '../../../../../src/parking/lots/search/match/lot-search.ts';
import { RING_M } from '../../../../../src/parking/lots/search/match/rank-lots.ts';
import { searchLots } from '../../../../../src/parking/lots/search/search-lots.ts';
import type { LotDescription } from '../../../../../src/parking/lots/search/tiles/described-lots.ts';
import {
  type LotTiles,
  openLotTiles,
} from '../../../../../src/parking/lots/search/tiles/lot-tiles.ts';
import { openTestDatabase, type TestDatabase } from '../../../../stage/database.ts';
import { addCaller, addLot } from '../../../../stage/fixtures.ts';
import { randomFrom, seedOfRun } from '../../../../stage/random.ts';
import { destination } from '../../../places.ts';
import { hourlyTariff } from '../../../tariffs/hourly-tariff.ts';
import { searchOf } from './search-of.ts';

const PLACE = { lat: 43.6532, lng: -79.3832 };
const NOW = Date.parse('2026-11-18T12:00:00Z');
const FLOOD = 22_500;
const WORLDS = 30;

const seed = seedOfRun();
const random = randomFrom(seed);

let database: TestDatabase;
let model: KnownLot;
let description: LotDescription;
let clock: Date;

beforeAll(async () => {
  database = await openTestDatabase();
  const { operatorId: operator_id } = await addCaller(database);
  const lotId = await addLot(database, { operator_id });
  const cells = [BigInt((await cellOf(lotId)).cell)];
  const tiles = openLotTiles(database.db);
  const { lots, now } = await tiles.read(cells);
  model = lots[0] as KnownLot;
  description = (await tiles.describe([lotId]))[0] as LotDescription;
  clock = now;
});
afterAll(() => database.drop());

async function cellOf(lotId: string): Promise<{ cell: string }> {
  const query = 'select cell_parent(cell, 6)::text as cell from lots where lot_id = $1';
  return (await database.sql<{ cell: string }>(query, [lotId]))[0] as { cell: string };
}

let lotCount = 0;

/** A lot somewhere between two distances from the place. */
function lotOf(operator_id: string, [nearM, farM]: [number, number], more: Partial<KnownLot> = {}) {
  const { lat, lng } = destination(PLACE, nearM + (farM - nearM) * random(), 7 * random());
  const id = Math.floor(random() * 2 ** 32).toString(16);
  lotCount += 1;
  const lot_id = `${id.padStart(8, '0')}-0000-4000-8000-${String(lotCount).padStart(12, '0')}`;
  return {
    ...model,
    operatorId: operator_id,
    lotId: lot_id,
    latitude: lat,
    longitude: lng,
    ...more,
  };
}

const lotsOf = (count: number, ...one: Parameters<typeof lotOf>) =>
  Array.from({ length: count }, () => lotOf(...one));

const placeOf = ({ latitude: lat, longitude: lng }: KnownLot): LatLng => ({ lat, lng });
const metresTo = (lot: KnownLot) => greatCircleMetres(PLACE, placeOf(lot));

function find(lots: KnownLot[], more: Partial<LotSearch> = {}) {
  const lotTiles: LotTiles = {
    read: async () => ({ lots, now: clock }),
    readTiles: async () => ({ tiles: [tileOf(lots)], now: clock }),
    countKept: () => undefined,
    describe: async (lotIds) => lotIds.map(() => description),
  };
  const search = searchOf({ centre: PLACE, ...more });
  return searchLots({ db: database.db, lotTiles }, search, NOW, null);
}

const tileOf = (lots: KnownLot[]) => new Map(lots.map((lot) => [lot.lotId, lot]));
const idsOf = (lots: readonly { lotId: string }[]) => lots.map(({ lotId }) => lotId);

test.each([
  ['one account', 1],
  ['two accounts together', 2],
  ['ten accounts together', 10],
])(
  'lots by the thousand of %s leave the lots that are as near on the first page',
  async (_, accounts) => {
    const flood = Array.from({ length: accounts }, (_, i) =>
      lotsOf(FLOOD / accounts, `op_flood${i}`, [0, 300]),
    ).flat();
    const others = Array.from({ length: 5 }, (_, i) => lotOf(`op_other${i}`, [300, RING_M - 1]));
    for (const sort of SEARCH_SORTS) {
      const { lots, foundCount } = await find([...flood, ...others], { sort });
      expect(foundCount).toBe(FLOOD + 5);
      expect(lots).toHaveLength(50);
      expect(idsOf(lots)).toEqual(expect.arrayContaining(idsOf(others)));
    }
    const few = await find([...flood, ...others], { limit: accounts + 5 });
    expect(new Set(few.lots.map((lot) => lot.operatorId)).size).toBe(accounts + 5);
  },
);

test('lots in one place by the thousand leave the others their places, too', async () => {
  const there = { latitude: PLACE.lat, longitude: PLACE.lng };
  const flood = lotsOf(FLOOD, 'op_flood', [0, 0], there);
  const other = lotOf('op_other', [100, 400]);
  const { lots } = await find([...flood, other], { limit: 5 });
  expect(idsOf(lots)).toContain(other.lotId);
});

test(`pages of many operators are what brute force says, without gap or repeat (seed ${seed})`, async () => {
  for (let world = 0; world < WORLDS; world += 1) {
    const lots = Array.from({ length: 200 }, () =>
      lotOf(`op_${Math.floor(8 * random() ** 3)}`, [0, 2_500 * random()], {
        tariff: hourlyTariff(100 * Math.floor(3 * random())),
        takenSpaces: Math.floor(3 * random()),
      }),
    );
    for (const sort of SEARCH_SORTS) await checkPages(lots, sort, 1 + Math.floor(60 * random()));
  }
});

async function checkPages(lots: KnownLot[], sort: LotSearch['sort'], limit: number) {
  const expected = bruteForce(lots, sort);
  let cursor: string | null = null;
  for (let from = 0; from < lots.length; from += limit) {
    const page = await find(lots, { sort, limit, cursor });
    const taken = expected.slice(from, from + limit);
    const shown = sort === 'distance' ? taken.toSorted((a, b) => metresTo(a) - metresTo(b)) : taken;
    expect(idsOf(page.lots), `${sort} from ${from} by ${limit}`).toEqual(idsOf(shown));
    cursor = page.nextCursor;
  }
  expect(cursor).toBeNull();
}

/** All lots in the order in which pages take them. */
function bruteForce(lots: KnownLot[], sort: LotSearch['sort']): KnownLot[] {
  const ringOf = (lot: KnownLot) => Math.floor(metresTo(lot) / RING_M);
  const rankOf = (lot: KnownLot) =>
    lots.filter(
      (other) =>
        other.operatorId === lot.operatorId &&
        ringOf(other) === ringOf(lot) &&
        metresTo(other) < metresTo(lot),
    ).length;
  const keys = {
    distance: ringOf,
    price: (lot: KnownLot) =>
      (lot.tariff?.first_hour_minor ?? Infinity) +
      (lot.takenSpaces < (lot.totalSpaces ?? 0) ? 0 : 1e9),
    availability: (lot: KnownLot) => lot.takenSpaces,
  };
  const placed = lots.map((lot) => [keys[sort](lot), rankOf(lot), metresTo(lot), lot] as const);
  return placed
    .toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .map(([, , , lot]) => lot);
}

test('lots of one operator come in order of distance over all pages', async () => {
  const lots = lotsOf(120, 'op_one', [0, 3_000]);
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await find(lots, { limit: 7, cursor });
    ids.push(...idsOf(page.lots));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(ids).toEqual(idsOf(lots.toSorted((a, b) => metresTo(a) - metresTo(b))));
});

test('a lot that fills up between two pages moves no other lot', async () => {
  const lots = [...lotsOf(30, 'op_a', [0, 400]), ...lotsOf(10, 'op_b', [0, 400])];
  const all = { isAvailable: true, limit: 8 };
  const first = await find(lots, all);
  const full = first.lots.find((lot) => lot.operatorId === 'op_a');
  const later = lots.map((lot) =>
    lot.lotId === full?.lotId ? { ...lot, takenSpaces: lot.totalSpaces ?? 0 } : lot,
  );
  const ids = idsOf(first.lots);
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const page = await find(later, { ...all, cursor });
    ids.push(...idsOf(page.lots));
    cursor = page.nextCursor;
  }
  expect(ids.toSorted()).toEqual(idsOf(lots).toSorted());
});
