import { cellToChildren, cellToParent, latLngToCell } from 'h3-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Area } from '../../src/geometry/area.ts';
import { boxesBetween } from '../../src/geometry/bounding-boxes.ts';
import { cellAt, cellCentre } from '../../src/geometry/cells.ts';
import { greatCircleMetres, type LatLng } from '../../src/geometry/great-circle.ts';
import { findHexes, type Hex } from '../../src/market/hexes.ts';
import type { Search } from '../../src/searches/record-search.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { addLot } from '../fixtures.ts';
import { randomFrom, seedOfRun } from '../random.ts';
import { openTestWarehouse, type TestWarehouse } from '../warehouse.ts';
import { addAgentSearch, addOperators, changeLot, DAY_MS, HOUR_MS, pick } from './parking.ts';
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

type Lot = LatLng & {
  id: string;
  livemode: boolean;
  operatorId: string;
  spaces: number;
  rate: number | null;
  currency: string;
};

function near({ lat, lng }: LatLng): LatLng {
  const east = lng + random() / 10;
  return { lat: lat + random() / 20, lng: east > 180 ? east - 360 : east };
}

async function addOneLot(operatorIds: string[]): Promise<Lot> {
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
function addOneSearch(spots: readonly LatLng[]): Promise<Search> {
  const isRecent = random() < 0.8;
  return addAgentSearch(database, random, {
    at: new Date(Date.now() - random() * (isRecent ? 0.9 : 9) * DAY_MS),
    centre: pick(random, spots),
    livemode: random() < 0.9,
    ...(random() < 0.5 && { agentPlatform: null }),
  });
}

/** A cell's row by its definition. */
function hexOf(cell: string, lots: readonly Lot[], searches: readonly Search[], asOf: number) {
  const from = Math.floor(asOf / HOUR_MS) * HOUR_MS - 168 * HOUR_MS;
  const found = searches.filter(({ at }) => +at >= from);
  const byDay = Map.groupBy(
    searches.filter(({ at }) => Date.now() - +at < DAY_MS),
    ({ at }) => at.toISOString().slice(0, 10),
  );
  const callers = [...byDay.values()].map((day) => new Set(day.map(({ caller }) => caller.keyId)));
  const currencies = [...Map.groupBy(lots, ({ currency }) => currency)].map(([currency, own]) => {
    const rates = own.flatMap(({ rate }) => (rate === null ? [] : [rate]));
    const sum = rates.reduce((a, b) => a + b, 0);
    const mean = rates.length === 0 ? null : Math.floor(sum / rates.length + 0.5);
    return { currency, count: own.length, rated: rates.length, mean };
  });
  const [main] = currencies.sort(
    (a, b) =>
      Number(b.rated > 0) - Number(a.rated > 0) ||
      b.count - a.count ||
      (a.currency < b.currency ? -1 : 1),
  );
  const unmet = found.filter(
    ({ kind, availableCount }) => kind !== 'rates' && availableCount === 0,
  );
  const spaces = lots.reduce((sum, lot) => sum + lot.spaces, 0);
  return {
    cell,
    lot_count: lots.length,
    space_count: spaces,
    currency: main?.currency ?? null,
    rated_lot_count: main?.rated ?? 0,
    rate_hourly: main?.mean ?? null,
    known_minutes: spaces * 168 * 60,
    search_count: found.length,
    unmet_count: unmet.length,
    agent_count: found.filter(({ agentPlatform }) => agentPlatform !== null).length,
    has_crowd: callers.some(({ size }) => size >= 3),
  };
}

const seen = (hex: Hex) => ({
  cell: hex.cell.toString(16),
  lot_count: hex.lot_count,
  space_count: hex.space_count,
  currency: hex.currency,
  rated_lot_count: hex.rated_lot_count,
  rate_hourly: hex.rate_hourly,
  known_minutes: hex.known_minutes,
  search_count: hex.search_count,
  unmet_count: hex.unmet_count,
  agent_count: hex.agent_count,
  has_crowd: hex.has_crowd,
});

function randomArea(): { area: Area; isIn(point: LatLng): boolean } {
  const { lat, lng } = near(pick(random, PLACES));
  if (random() < 0.5) {
    const radiusM = 100 + random() ** 2 * 50_000;
    const isIn = (point: LatLng) => greatCircleMetres({ lat, lng }, point) <= radiusM;
    return { area: { centre: { lat, lng }, radiusM }, isIn };
  }
  const [width, height] = [random() / 5, random() / 10];
  const boxes = boxesBetween(lng - width, lat - height, lng + width, lat + height);
  const isIn = (point: LatLng) =>
    Math.abs(point.lat - lat) <= height &&
    Math.abs(point.lng - lng - 360 * Math.round((point.lng - lng) / 360)) <= width;
  return { area: { boxes }, isIn };
}

const parentOf = ({ lat, lng }: LatLng, resolution: number) =>
  cellToParent(latLngToCell(lat, lng, 9), resolution);

async function expectMapsOf(lots: readonly Lot[], searches: readonly Search[]): Promise<void> {
  let cellCount = 0;
  for (let i = 0; i < QUESTION_COUNT / ROUNDS; i += 1) {
    const { area, isIn } = randomArea();
    const [resolution, livemode] = [5 + Math.floor(random() * 5), random() < 0.8];
    const found = await findHexes(database.db, { area, resolution, livemode }).catch(
      ({ code }: { code: string }) => code,
    );
    const lotsByCell = Map.groupBy(
      lots.filter((lot) => lot.livemode === livemode),
      (lot) => parentOf(lot, resolution),
    );
    const searchesByCell = Map.groupBy(
      searches.filter((search) => search.livemode === livemode),
      ({ centre }) => parentOf(centre, resolution),
    );
    const asOf = typeof found === 'string' ? Date.now() : +found.asOf;
    const wanted = [...new Set([...lotsByCell.keys(), ...searchesByCell.keys()])]
      .filter((cell) => isIn(cellCentre(BigInt(`0x${cell}`))))
      .map((cell) => hexOf(cell, lotsByCell.get(cell) ?? [], searchesByCell.get(cell) ?? [], asOf))
      .filter(({ lot_count, search_count }) => lot_count + search_count > 0)
      .sort((a, b) => (a.cell < b.cell ? -1 : 1));
    cellCount += wanted.length;
    const what = `seed ${seed}: ${JSON.stringify({ area, resolution, livemode })}`;
    if (typeof found === 'string') expect([found, wanted], what).toEqual(['NOT_FOUND', []]);
    else expect(found.hexes.map(seen), what).toEqual(wanted);
  }
  expect(cellCount).toBeGreaterThan(QUESTION_COUNT / 4);
}

test(`maps equal a count of lots and searches one by one, after refreshes and a rebuild (seed ${seed})`, async () => {
  const operatorIds = await addOperators(database, 4);
  const lots: Lot[] = [];
  const searches: Search[] = [];
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
  const map = async (resolution: number) =>
    (await findHexes(database.db, { area: earth, resolution, livemode: true })).hexes;
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
