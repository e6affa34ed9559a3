import { afterAll, beforeAll, expect, test } from 'vitest';
import { findHexes } from '../../src/demand/hexes/hexes.ts';
import { createAnswerCache } from '../../src/demand/tiles/answer-cache.ts';
import { cellAt, cellParent } from '../../src/kit/geo/cells.ts';
import type { LatLng } from '../../src/kit/geo/great-circle.ts';
import { readPublishedWorld } from '../src/demand/market/published-world.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { addLot } from '../stage/fixtures.ts';
import { randomFrom, seedOfRun } from '../stage/random.ts';
import { isFull } from '../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import { asItIs, drawCells, hasLots, randomArea, seenOf } from './stage/hex-oracle.ts';
import { addOperators, changeLot, pick } from './stage/parking.ts';
import { addStrongCounts, addStrongStays } from './stage/strong-lots.ts';
import { expectSameMarts, nothingMore } from './stage/world.ts';

const QUESTION_COUNT = isFull ? 2_000 : 200;
/** Each takes a refresh. */
const ROUNDS = isFull ? 3 : 2;
const LOTS_PER_ROUND = Math.ceil(75 / ROUNDS);

/** A city, both sides of the antimeridian, and a place where degrees of longitude are short. */
const PLACES: readonly LatLng[] = [
  { lat: 43.65, lng: -79.38 },
  { lat: -16.8, lng: 179.99 },
  { lat: 78.22, lng: 15.65 },
];

const seed = seedOfRun();
const random = randomFrom(seed);
let database: TestDatabase;
let warehouse: TestWarehouse;

beforeAll(async () => {
  database = await openTestDatabase();
  warehouse = await openTestWarehouse(database);
});
afterAll(async () => {
  await warehouse.close();
  await database.drop();
});

type PlacedLot = { id: string; livemode: boolean };

function near({ lat, lng }: LatLng): LatLng {
  const east = lng + random() / 10;
  return { lat: lat + random() / 20, lng: east > 180 ? east - 360 : east };
}

async function addOneLot(operatorId: string): Promise<PlacedLot> {
  const { lat, lng } = near(pick(random, PLACES));
  const livemode = random() < 0.9;
  const id = await addLot(database, {
    operator_id: operatorId,
    livemode,
    latitude: lat,
    longitude: lng,
    total_spaces: Math.floor(random() * 40),
    is_capacity_estimated: random() < 0.1,
    rate_minor: random() < 0.2 ? null : Math.floor(random() * 900),
    currency: pick(random, ['cad', 'cad', 'usd']),
  });
  return { id, livemode };
}

/** Of most lots enough stays or counts to be told of. */
async function use({ id: lotId, livemode }: PlacedLot): Promise<void> {
  const kind = random();
  if (kind < 0.6) await addStrongStays(database, { lotId, livemode });
  else if (kind < 0.9) await addStrongCounts(database, random, { lotId, livemode });
}

type Seen = { cells: number; told: number; moved: number; pooled: number };

async function expectMaps(seen: Seen): Promise<void> {
  // As in the API, what one map has read is kept for the others of its world.
  const worlds = await Promise.all(
    [true, false].map(async (livemode) => ({
      deps: { db: database.db, answers: createAnswerCache(), livemode },
      known: await readPublishedWorld(database, { livemode }),
    })),
  );
  for (let i = 0; i < QUESTION_COUNT / ROUNDS; i += 1) {
    const { area, isIn } = randomArea(random, near(pick(random, PLACES)));
    const resolution = 5 + Math.floor(random() * 5);
    const { deps, known } = pick(random, [...worlds, ...worlds.slice(0, 1)]);
    const found = await findHexes(deps, { area, resolution }, asItIs).catch(
      ({ code }: { code: string }) => code,
    );
    const wanted = drawCells(known, { resolution, isIn });
    const what = `seed ${seed}: ${JSON.stringify({ area, resolution, livemode: deps.livemode })}`;
    if (typeof found === 'string') expect([found, wanted], what).toEqual(['NOT_FOUND', []]);
    else expect(found.hexes.filter(hasLots).map(seenOf), what).toEqual(wanted);
    seen.cells += wanted.length;
    seen.told += wanted.filter(({ occupiedPct }) => occupiedPct !== null).length;
    seen.moved += wanted.filter(({ isRealised }) => isRealised).length;
    seen.pooled += wanted.filter(({ isPooled }) => isPooled).length;
  }
}

test(`maps equal a drawing lot by lot, in the areas as published, after refreshes and a rebuild (seed ${seed})`, async () => {
  const operatorIds = await addOperators(database, 5);
  const lots: PlacedLot[] = [];
  const seen = { cells: 0, told: 0, moved: 0, pooled: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let i = 0; i < LOTS_PER_ROUND; i += 1) {
      const lot = await addOneLot(operatorIds[i % operatorIds.length] ?? '');
      await use(lot);
      lots.push(lot);
    }
    // One lot moves, and one leaves.
    const moved = pick(random, lots);
    const { lat, lng } = near(pick(random, PLACES));
    const place = { latitude: lat, longitude: lng, cell: String(cellAt(lat, lng)) };
    await changeLot(database, moved.id, moved.livemode, place);
    const [gone] = lots.splice(Math.floor(random() * lots.length), 1);
    await changeLot(database, gone?.id ?? '', gone?.livemode ?? true, { is_listed: false });
    await warehouse.refresh();
    await expectMaps(seen);
  }
  expect(seen.cells).toBeGreaterThan(QUESTION_COUNT / 4);
  for (const count of [seen.told, seen.moved, seen.pooled])
    expect(count).toBeGreaterThan(QUESTION_COUNT / 20);
  await expectSameMarts(database, nothingMore, warehouse.rebuild, warehouse.refresh);
});

test('the lots and spaces of a cell are those of its children together', async () => {
  const earth = { boxes: [{ west: -180, south: -90, east: 180, north: 90 }] };
  const deps = { db: database.db, answers: createAnswerCache(), livemode: true };
  const map = async (resolution: number) =>
    (await findHexes(deps, { area: earth, resolution }, asItIs)).hexes;
  const lots = await map(9);
  for (const resolution of [5, 6, 7, 8]) {
    const children = Map.groupBy(lots, ({ cell }) => cellParent(cell, resolution));
    for (const parent of await map(resolution))
      for (const column of ['lotCount', 'spaceCount'] as const) {
        const own = children.get(parent.cell) ?? [];
        expect(own.reduce((sum, hex) => sum + hex[column], 0)).toBe(parent[column]);
      }
  }
});
