import { cellToChildren } from 'h3-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellAt } from '../../src/geometry/cells.ts';
import type { LatLng } from '../../src/geometry/great-circle.ts';
import { findHexes } from '../../src/market/hexes.ts';
import { createKeptAnswers } from '../../src/market/kept-answers.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { addLot } from '../fixtures.ts';
import { randomFrom, seedOfRun } from '../random.ts';
import { openTestWarehouse, type TestWarehouse } from '../warehouse.ts';
import { asItIs, countCells, type Lot, randomArea, type Search, seenOf } from './hex-oracle.ts';
import { addAgentSearch, addOperators, changeLot, DAY_MS, pick } from './parking.ts';
import { expectSameMarts } from './world.ts';

const QUESTION_COUNT = process.env.HEXLOT_TEST_SIZE === 'full' ? 2_000 : 200;
const ROUNDS = 3;

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

type PlacedLot = Lot & { id: string; livemode: boolean; operatorId: string };
type MadeSearch = Search & { livemode: boolean };

function near({ lat, lng }: LatLng): LatLng {
  const east = lng + random() / 10;
  return { lat: lat + random() / 20, lng: east > 180 ? east - 360 : east };
}

async function addOneLot(operatorIds: string[]): Promise<PlacedLot> {
  const lot = {
    ...near(pick(random, PLACES)),
    livemode: random() < 0.9,
    operatorId: pick(random, operatorIds),
    spaces: Math.floor(random() * 40),
    rate: random() < 0.2 ? null : Math.floor(random() * 900),
    currency: pick(random, ['cad', 'cad', 'usd']),
  };
  const id = await addLot(database, {
    operator_id: lot.operatorId,
    livemode: lot.livemode,
    latitude: lot.lat,
    longitude: lot.lng,
    total_spaces: lot.spaces,
    rate_minor: lot.rate,
    currency: lot.currency,
  });
  return { ...lot, id };
}

/** Many searches of few places, so that some cells have crowds. */
async function addOneSearch(spots: readonly LatLng[]): Promise<MadeSearch> {
  const isRecent = random() < 0.8;
  const search = await addAgentSearch(database, random, {
    at: new Date(Date.now() - random() * (isRecent ? 0.9 : 9) * DAY_MS),
    centre: pick(random, spots),
    livemode: random() < 0.9,
    ...(random() < 0.5 && { agentPlatform: null }),
  });
  const isCallerKept = Date.now() - +search.at < DAY_MS;
  return { ...search, ...search.centre, caller: isCallerKept ? search.caller.keyId : null };
}

async function expectMapsOf(
  lots: readonly PlacedLot[],
  searches: readonly MadeSearch[],
): Promise<void> {
  // As in the API, what one map has read is kept for the others of its world.
  const kept = { live: createKeptAnswers(), test: createKeptAnswers() };
  let cellCount = 0;
  for (let i = 0; i < QUESTION_COUNT / ROUNDS; i += 1) {
    const { area, isIn } = randomArea(random, near(pick(random, PLACES)));
    const [resolution, livemode] = [5 + Math.floor(random() * 5), random() < 0.8];
    const deps = { db: database.db, answers: livemode ? kept.live : kept.test, livemode };
    const found = await findHexes(deps, { area, resolution }, asItIs).catch(
      ({ code }: { code: string }) => code,
    );
    const wanted = countCells(
      {
        lots: lots.filter((lot) => lot.livemode === livemode),
        searches: searches.filter((search) => search.livemode === livemode),
      },
      { resolution, isIn },
      typeof found === 'string' ? Date.now() : +found.asOf,
    );
    cellCount += wanted.length;
    const what = `seed ${seed}: ${JSON.stringify({ area, resolution, livemode })}`;
    if (typeof found === 'string') expect([found, wanted], what).toEqual(['NOT_FOUND', []]);
    else expect(found.hexes.map(seenOf), what).toEqual(wanted);
  }
  expect(cellCount).toBeGreaterThan(QUESTION_COUNT / 4);
}

test(`maps equal a count of lots and searches one by one, after refreshes and a rebuild (seed ${seed})`, async () => {
  const operatorIds = await addOperators(database, 4);
  const lots: PlacedLot[] = [];
  const searches: MadeSearch[] = [];
  const spots = Array.from({ length: 12 }, () => near(pick(random, PLACES)));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let i = 0; i < 15; i += 1) lots.push(await addOneLot(operatorIds));
    for (let i = 0; i < 80; i += 1) searches.push(await addOneSearch(spots));
    // One lot moves, and one leaves.
    const moved = pick(random, lots);
    Object.assign(moved, near(pick(random, PLACES)));
    const cell = String(cellAt(moved.lat, moved.lng));
    const place = { latitude: moved.lat, longitude: moved.lng, cell };
    await changeLot(database, moved.id, moved.livemode, place);
    const [gone] = lots.splice(Math.floor(random() * lots.length), 1);
    await changeLot(database, gone?.id ?? '', gone?.livemode ?? true, { is_listed: false });
    await warehouse.refresh();
    // Drains the crowds that the first one found.
    await warehouse.refresh();
    await expectMapsOf(lots, searches);
  }
  await expectSameMarts(database, warehouse.refresh, warehouse.rebuild);
});

test('the lots and searches of a cell are those of its children together', async () => {
  const earth = { boxes: [{ west: -180, south: -90, east: 180, north: 90 }] };
  const deps = { db: database.db, answers: createKeptAnswers(), livemode: true };
  const map = async (resolution: number) =>
    (await findHexes(deps, { area: earth, resolution }, asItIs)).hexes;
  for (const resolution of [5, 6, 7, 8]) {
    const children = new Map(
      (await map(resolution + 1)).map((hex) => [hex.cell.toString(16), hex]),
    );
    for (const parent of await map(resolution)) {
      const own = cellToChildren(parent.cell.toString(16), resolution + 1).flatMap(
        (cell) => children.get(cell) ?? [],
      );
      for (const column of ['lot_count', 'space_count', 'search_count', 'unmet_count'] as const)
        expect(own.reduce((sum, hex) => sum + hex[column], 0)).toBe(parent[column]);
    }
  }
});
