import { cellToParent, latLngToCell } from 'h3-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LatLng } from '../../src/geometry/great-circle.ts';
import { findHexes, type Hex } from '../../src/market/hexes.ts';
import type { Search } from '../../src/searches/record-search.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { addLot } from '../fixtures.ts';
import { randomFrom, seedOfRun } from '../random.ts';
import { hoursOf } from '../src/market/occupancy-oracle.ts';
import { openTestWarehouse, type TestWarehouse } from '../warehouse.ts';
import {
  addAgentSearch,
  addCounts,
  addOperators,
  addStay,
  DAY_MS,
  HOUR_MS,
  type NewCount,
  pick,
  type Stay,
} from './parking.ts';
import { expectSameMarts } from './world.ts';

const ROUNDS = 2;
const WEEK_HOURS = 168;
const HOURS = 4 * WEEK_HOURS;
const EARTH = { boxes: [{ west: -180, south: -90, east: 180, north: 90 }] };

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

type Lot = LatLng & { id: string; spaces: number };
type World = { lots: Lot[]; stays: Stay[]; counts: NewCount[]; searches: Search[] };

const somewhere = () => ({ lat: 43.6 + random() / 10, lng: -79.4 + random() / 10 });
const past = (days: number) => new Date(Math.floor(Date.now() - random() * days * DAY_MS));

async function addToWorld({ lots, stays, counts, searches }: World, operatorId: string) {
  for (let i = 0; i < 6; i += 1) {
    const place = somewhere();
    const spaces = 1 + Math.floor(random() * 3);
    const id = await addLot(database, {
      operator_id: operatorId,
      latitude: place.lat,
      longitude: place.lng,
      total_spaces: spaces,
    });
    lots.push({ ...place, id, spaces });
  }
  const [onlyCounted, ...parked] = lots;
  for (let i = 0; i < 30; i += 1) {
    const startedAt = past(32);
    const endedAt = new Date(Math.min(+startedAt + Math.floor(random() * 2 * DAY_MS), Date.now()));
    const lotId = pick(random, parked).id;
    stays.push(
      await addStay(database, { lotId, startedAt, ...(random() < 0.8 ? { endedAt } : {}) }),
    );
  }
  const newCounts = Array.from({ length: 40 }, () => ({
    lotId: (random() < 0.5 ? onlyCounted : pick(random, parked))?.id ?? '',
    at: past(32),
    occupied: Math.floor(random() * 6),
  }));
  await addCounts(database, newCounts);
  counts.push(...newCounts);
  for (let i = 0; i < 60; i += 1)
    searches.push(await addAgentSearch(database, random, { at: past(32), centre: somewhere() }));
}

const cellOf = ({ lat, lng }: LatLng, resolution: number) =>
  cellToParent(latLngToCell(lat, lng, 9), resolution);

/** 0 is Monday, 0:00 UTC. */
const hourOfWeek = (ms: number) => {
  const at = new Date(ms);
  return ((at.getUTCDay() + 6) % 7) * 24 + at.getUTCHours();
};

/** Space-seconds of a lot in the slots of the week that are asked for. */
function occupancyOf(lot: Lot, world: World, isAsked: (slot: number) => boolean, until: number) {
  const stays = world.stays.filter(({ lotId }) => lotId === lot.id);
  const own = world.counts.filter(({ lotId }) => lotId === lot.id);
  const counts = own.map(({ at, occupied }) => ({ at, occupied }));
  const known = { stays: stays.map(({ startedAt, endedAt }) => ({ startedAt, endedAt })), counts };
  const hours = hoursOf(lot.spaces, known, until / 1_000, HOURS).map((hour, i) => ({
    ...hour,
    slot: hourOfWeek(until - (HOURS - i) * HOUR_MS),
  }));
  const hasStays = hours.some(({ stayed }) => stayed > 0);
  const isOnlyCounted = !hasStays && hours.some(({ measured }) => measured !== undefined);
  const total = { occupied: 0, known: 0, measured: 0 };
  for (const [slot, same] of Map.groupBy(hours, (hour) => hour.slot)) {
    if (!isAsked(slot)) continue;
    const measured = same.flatMap((hour) => (hour.measured === undefined ? [] : [hour.measured]));
    const others = same.filter((hour) => hour.measured === undefined);
    const whole = lot.spaces * 3_600;
    const stayed = others.reduce((sum, hour) => sum + hour.stayed, 0);
    total.occupied += measured.reduce((a, b) => a + b, 0) + Math.min(stayed, others.length * whole);
    total.known += (isOnlyCounted ? measured.length : 4) * whole;
    total.measured += measured.length * whole;
  }
  return total;
}

function hexOf(cell: string, world: World, hour: number | null, asOf: number) {
  const resolution = Number.parseInt(cell[1] ?? '', 16);
  const until = Math.floor(asOf / DAY_MS) * DAY_MS;
  const isAsked = (slot: number) => hour === null || slot === hour;
  const lots = world.lots.filter((lot) => cellOf(lot, resolution) === cell);
  const spaces = lots.map((lot) => occupancyOf(lot, world, isAsked, until));
  const found = world.searches.filter(
    ({ centre, at }) =>
      cellOf(centre, resolution) === cell &&
      +at >= until - HOURS * HOUR_MS &&
      +at < until &&
      isAsked(hourOfWeek(+at)),
  );
  const sum = (column: 'occupied' | 'known' | 'measured') =>
    spaces.reduce((total, one) => total + one[column], 0);
  return {
    cell,
    lot_count: lots.length,
    occupied_seconds: sum('occupied'),
    known_seconds: sum('known'),
    measured_seconds: sum('measured'),
    search_count: found.length,
    unmet_count: found.filter((one) => one.kind !== 'rates' && one.availableCount === 0).length,
    agent_count: found.length,
  };
}

const seen = (hex: Hex) => ({
  cell: hex.cell.toString(16),
  lot_count: hex.lot_count,
  occupied_seconds: Math.round(60 * hex.occupied_minutes),
  known_seconds: Math.round(60 * hex.known_minutes),
  measured_seconds: Math.round(60 * hex.measured_minutes),
  search_count: hex.search_count,
  unmet_count: hex.unmet_count,
  agent_count: hex.agent_count,
});

test(`hours of the week equal a count hour by hour, after refreshes and a rebuild (seed ${seed})`, async () => {
  const [operatorId = ''] = await addOperators(database, 1);
  const world: World = { lots: [], stays: [], counts: [], searches: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await addToWorld(world, operatorId);
    await warehouse.refresh();
    for (const hour of [
      null,
      0,
      167,
      ...Array.from({ length: 5 }, () => Math.floor(168 * random())),
    ])
      for (const resolution of [5, 6, 7]) {
        const period = { name: '28d', hourOfWeek: hour } as const;
        const question = { area: EARTH, resolution, livemode: true, period };
        const { hexes, asOf } = await findHexes(database.db, question);
        for (const hex of hexes)
          expect(seen(hex), `seed ${seed}: hour ${hour}`).toEqual(
            hexOf(hex.cell.toString(16), world, hour, +asOf),
          );
        expect(hexes.reduce((sum, hex) => sum + hex.lot_count, 0)).toBe(world.lots.length);
      }
  }
  await expectSameMarts(database, warehouse.refresh, warehouse.rebuild);
});
