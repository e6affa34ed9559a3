import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellAt } from '../../../src/geometry/cells.ts';
import type { LatLng } from '../../../src/geometry/great-circle.ts';
import { findHexes, type Hex } from '../../../src/market/hexes.ts';
import { createKeptAnswers } from '../../../src/market/kept-answers.ts';
import type { Search } from '../../../src/searches/record-search.ts';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { addLot } from '../../fixtures.ts';
import { asItIs, parentOf } from '../../pipelines/hex-oracle.ts';
import {
  addAgentSearch,
  addCounts,
  addOperators,
  addStay,
  changeLot,
  DAY_MS,
  endStay,
  HOUR_MS,
  type NewCount,
  pick,
  type Stay,
} from '../../pipelines/parking.ts';
import { awayFromWholeHour, expectSameMarts } from '../../pipelines/world.ts';
import { randomFrom, seedOfRun } from '../../random.ts';
import { hoursOf } from '../../src/market/occupancy-oracle.ts';
import { openTestWarehouse, type TestWarehouse } from '../../warehouse.ts';

const QUESTION_COUNT = process.env.HEXLOT_TEST_SIZE === 'full' ? 2_000 : 200;
const ROUNDS = 2;
const WEEK_HOURS = 168;
const HOURS = 4 * WEEK_HOURS;
const AREA = { boxes: [{ west: -80, south: 43, east: -79, north: 44.3 }] };

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
const someSpaces = () => 1 + Math.floor(random() * 3);
/** Few, so that some cells have crowds. */
const spots = Array.from({ length: 8 }, somewhere);

const sometimeAfter = (startedAt: Date) =>
  new Date(Math.min(+startedAt + Math.floor(random() * 2 * DAY_MS), Date.now()));

async function addToWorld({ lots, stays, counts, searches }: World, operatorId: string) {
  for (let i = 0; i < 6; i += 1) {
    const lot = { ...somewhere(), spaces: someSpaces() };
    const place = { latitude: lot.lat, longitude: lot.lng };
    const columns = { operator_id: operatorId, ...place, total_spaces: lot.spaces };
    lots.push({ ...lot, id: await addLot(database, columns) });
  }
  const [onlyCounted, ...parked] = lots;
  for (let i = 0; i < 30; i += 1) {
    const startedAt = past(32);
    const end = random() < 0.8 ? { endedAt: sometimeAfter(startedAt) } : {};
    stays.push(await addStay(database, { lotId: pick(random, parked).id, startedAt, ...end }));
  }
  const newCounts = Array.from({ length: 40 }, () => ({
    lotId: (random() < 0.5 ? onlyCounted : pick(random, parked))?.id ?? '',
    at: past(32),
    occupied: Math.floor(random() * 6),
  }));
  await addCounts(database, newCounts);
  counts.push(...newCounts);
  for (let i = 0; i < 60; i += 1) {
    const at = past(random() < 0.5 ? 0.9 : 32);
    searches.push(await addAgentSearch(database, random, { at, centre: pick(random, spots) }));
  }
}

/** A stay ends, a lot moves and has other spaces then, and another lot leaves. */
async function changeWorld({ lots, stays }: World): Promise<void> {
  const open = stays.find(({ endedAt }) => endedAt === undefined);
  if (open !== undefined)
    await endStay(database, Object.assign(open, { endedAt: sometimeAfter(open.startedAt) }));
  const moved = pick(random, lots);
  const { lat, lng, spaces } = Object.assign(moved, somewhere(), { spaces: someSpaces() });
  const place = { latitude: lat, longitude: lng, cell: String(cellAt(lat, lng)) };
  await changeLot(database, moved.id, true, { ...place, total_spaces: spaces });
  const [gone] = lots.splice(1 + Math.floor(random() * (lots.length - 1)), 1);
  await changeLot(database, gone?.id ?? '', true, random() < 0.5 ? null : { status: 'closed' });
}

/** 0 is Monday, 0:00 UTC. */
const hourOfWeek = (ms: number) => {
  const at = new Date(ms);
  return ((at.getUTCDay() + 6) % 7) * 24 + at.getUTCHours();
};

type Slot = { number: number; occupied: number; known: number; measured: number };

/** Space-seconds of a lot in the 168 hours of the week. */
function slotsOf(lot: Lot, { stays, counts }: World, until: number): Slot[] {
  const isOfLot = ({ lotId }: { lotId: string }) => lotId === lot.id;
  const known = {
    stays: stays.filter(isOfLot).map(({ startedAt, endedAt }) => ({ startedAt, endedAt })),
    counts: counts.filter(isOfLot),
  };
  const hours = hoursOf(lot.spaces, known, until / 1_000, HOURS);
  const hasStays = hours.some(({ stayed }) => stayed > 0);
  const isOnlyCounted = !hasStays && hours.some(({ measured }) => measured !== undefined);
  const whole = lot.spaces * 3_600;
  return Array.from({ length: WEEK_HOURS }, (_, i) => {
    const same = hours.filter((_, hour) => hour % WEEK_HOURS === i);
    const measured = same.flatMap((hour) => (hour.measured === undefined ? [] : [hour.measured]));
    const others = same.filter((hour) => hour.measured === undefined);
    const stayed = others.reduce((sum, hour) => sum + hour.stayed, 0);
    return {
      number: hourOfWeek(until - (HOURS - i) * HOUR_MS),
      occupied: measured.reduce((a, b) => a + b, 0) + Math.min(stayed, others.length * whole),
      known: (isOnlyCounted ? measured.length : 4) * whole,
      measured: measured.length * whole,
    };
  });
}

type Asked = { hour: number | null; until: number };

/** A cell's row by its definition, from its own lots and searches. */
function hexOf(cell: string, lots: readonly Slot[][], searches: Search[], { hour, until }: Asked) {
  const slots = lots.flat().filter(({ number }) => hour === null || number === hour);
  const past = searches.filter(({ at }) => +at >= until - HOURS * HOUR_MS && +at < until);
  const found = past.filter(({ at }) => hour === null || hourOfWeek(+at) === hour);
  const sum = (column: 'occupied' | 'known' | 'measured') =>
    slots.reduce((total, slot) => total + slot[column], 0);
  // Who searched is known of the last 24 hours only.
  const callers = past
    .filter(({ at }) => Date.now() - +at < DAY_MS)
    .filter(({ at }) => hour === null || Math.floor(hourOfWeek(+at) / 24) === Math.floor(hour / 24))
    .map(({ caller }) => caller.keyId);
  return {
    cell,
    lot_count: lots.length,
    occupied_seconds: sum('occupied'),
    known_seconds: sum('known'),
    measured_seconds: sum('measured'),
    search_count: found.length,
    unmet_count: found.filter((one) => one.kind !== 'rates' && one.availableCount === 0).length,
    agent_count: found.length,
    has_crowd: new Set(callers).size >= 3,
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
  has_crowd: hex.has_crowd,
});

async function expectMapsOf(world: World): Promise<void> {
  const until = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const lots = world.lots.map((lot) => ({ lot, slots: slotsOf(lot, world, until) }));
  const shown = world.searches.filter(({ at }) => +at >= until - HOURS * HOUR_MS && +at < until);
  const cells = [5, 6].map((resolution) => {
    const lotsByCell = Map.groupBy(lots, ({ lot }) => parentOf(lot, resolution));
    const searchesByCell = Map.groupBy(shown, ({ centre }) => parentOf(centre, resolution));
    return [...new Set([...lotsByCell.keys(), ...searchesByCell.keys()])].sort().map((cell) => ({
      cell,
      slots: (lotsByCell.get(cell) ?? []).map(({ slots }) => slots),
      searches: searchesByCell.get(cell) ?? [],
    }));
  });
  const deps = { db: database.db, answers: createKeptAnswers(), livemode: true };
  for (let i = 0; i < QUESTION_COUNT / ROUNDS; i += 1) {
    const hour = random() < 0.2 ? null : Math.floor(WEEK_HOURS * random());
    const resolution = 5 + Math.floor(2 * random());
    const period = { name: '28d', hourOfWeek: hour } as const;
    const { hexes } = await findHexes(deps, { area: AREA, resolution, period }, asItIs);
    const wanted = (cells[resolution - 5] ?? []).map(({ cell, slots, searches }) =>
      hexOf(cell, slots, searches, { hour, until }),
    );
    const what = `seed ${seed}: hour ${hour}, resolution ${resolution}`;
    expect(hexes.map(seen), what).toEqual(wanted);
  }
}

test(`hours of the week equal a count hour by hour, after refreshes and a rebuild (seed ${seed})`, async () => {
  const [operatorId = ''] = await addOperators(database, 1);
  const world: World = { lots: [], stays: [], counts: [], searches: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await addToWorld(world, operatorId);
    await awayFromWholeHour();
    await warehouse.refresh();
    await changeWorld(world);
    // Also drains the crowds that the first one found.
    await warehouse.refresh();
    await expectMapsOf(world);
  }
  await expectSameMarts(database, warehouse.refresh, warehouse.rebuild);
});
