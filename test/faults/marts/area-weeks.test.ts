import { afterAll, beforeAll, expect, test } from 'vitest';
import { areaFinder, type DisclosedArea } from '../../../src/demand/areas/disclosed-area.ts';
import { findHexes } from '../../../src/demand/hexes/hexes.ts';
import { createAnswerCache } from '../../../src/demand/tiles/answer-cache.ts';
import { cellAt } from '../../../src/kit/geo/cells.ts';
import type { LatLng } from '../../../src/kit/geo/great-circle.ts';
import { lotsByArea, tellArea } from '../../pipelines/stage/area-oracle.ts';
import { asItIs, drawCells, hasLots, seenOf } from '../../pipelines/stage/hex-oracle.ts';
import {
  addCounts,
  addOperators,
  addStay,
  changeLot,
  DAY_MS,
  endStay,
  HOUR_MS,
  pick,
  type Stay,
} from '../../pipelines/stage/parking.ts';
import { addStrongCounts, addStrongStays } from '../../pipelines/stage/strong-lots.ts';
import { expectSameMarts } from '../../pipelines/stage/world.ts';
import { readPublishedWorld } from '../../src/demand/market/published-world.ts';
import { awayFromWholeHour } from '../../stage/away-from-whole-hour.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { addLot } from '../../stage/fixtures.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';
import { readHappenings } from '../truth/read-happenings.ts';

const QUESTION_COUNT = isFull ? 2_000 : 60;
const ROUNDS = 2;
const LOTS_PER_ROUND = 14;
const WEEK_HOURS = 168;
const AREA = { boxes: [{ west: -80, south: 43, east: -75, north: 46 }] };
/** Two towns, each with areas of its own. */
const TOWNS: readonly LatLng[] = [
  { lat: 43.65, lng: -79.4 },
  { lat: 45.42, lng: -75.7 },
];

const seed = seedOfRun();
const random = randomFrom(seed);
let database: TestDatabase;
let warehouse: TestWarehouse;
let operatorIds: string[];

beforeAll(async () => {
  database = await openTestDatabase();
  warehouse = await openTestWarehouse(database);
  operatorIds = await addOperators(database, 5);
});
afterAll(async () => {
  await warehouse.close();
  await database.drop();
});

function somewhere() {
  const { lat, lng } = pick(random, TOWNS);
  return { latitude: lat + random() / 20, longitude: lng + random() / 20 };
}
const past = (days: number) => new Date(Math.floor(Date.now() - random() * days * DAY_MS));
const someSpaces = () => 1 + Math.floor(random() * 9);
const sometimeAfter = (startedAt: Date) =>
  new Date(Math.min(+startedAt + Math.floor(random() * 2 * DAY_MS), Date.now()));

/** Of the town with counts in every hour of the week, hours are told alone or in small blocks. */
async function countAround(lotId: string): Promise<void> {
  const counts = Array.from({ length: 2 * WEEK_HOURS }, (_, hour) => ({
    lotId,
    at: new Date(Date.now() - 2 * DAY_MS - hour * HOUR_MS),
    occupied: Math.floor(random() * 9),
  }));
  await addCounts(database, counts);
}

/** Returns the stays that are open. */
async function addToWorld(lotIds: string[]): Promise<Stay[]> {
  const open: Stay[] = [];
  for (let i = 0; i < LOTS_PER_ROUND; i += 1) {
    const place = somewhere();
    const lotId = await addLot(database, {
      operator_id: operatorIds[i % operatorIds.length] ?? '',
      ...place,
      total_spaces: someSpaces(),
    });
    lotIds.push(lotId);
    if (place.latitude < 45) await countAround(lotId);
    else if (random() < 0.8) await addStrongStays(database, { lotId });
    else await addStrongCounts(database, random, { lotId });
  }
  for (let i = 0; i < 30; i += 1) {
    const startedAt = past(32);
    const end = random() < 0.8 ? { endedAt: sometimeAfter(startedAt) } : {};
    const stay = await addStay(database, { lotId: pick(random, lotIds), startedAt, ...end });
    if (stay.endedAt === undefined) open.push(stay);
  }
  return open;
}

/** A stay ends, a lot moves and has other spaces then, and another lot leaves. */
async function changeWorld(lotIds: string[], [open]: Stay[]): Promise<void> {
  if (open !== undefined)
    await endStay(database, { ...open, endedAt: sometimeAfter(open.startedAt) });
  const place = somewhere();
  const cell = String(cellAt(place.latitude, place.longitude));
  const moved = { ...place, cell, total_spaces: someSpaces() };
  await changeLot(database, pick(random, lotIds), true, moved);
  const [gone = ''] = lotIds.splice(Math.floor(random() * lotIds.length), 1);
  await changeLot(database, gone, true, random() < 0.5 ? null : { status: 'closed' });
}

type Told = ReturnType<typeof tellArea>;
type Area = { country: string; cell: bigint; told: Told };

/** What an area tells of 28 days, or of an hour of the week in them. */
function inPeriod({ country, cell, told }: Area, hour: number | null): DisclosedArea {
  const { weeks, ...week } = told;
  const pcts = weeks?.occupied_pcts.map((pct) => pct ?? 0) ?? [];
  const mean = Math.round(pcts.reduce((sum, pct) => sum + pct, 0) / pcts.length);
  return {
    country,
    cell,
    ...week,
    paid_pct: week.paid_pct ?? null,
    occupied_pct: weeks === null ? null : hour === null ? mean : (pcts[hour] ?? null),
    measured_pct: weeks === null ? null : week.measured_pct,
  };
}

/** Returns by how many hours those areas are pooled that tell of any. */
async function expectMaps(): Promise<number[]> {
  const [publication] = await database.sql<{ as_of: Date }>('select as_of from marts.publication');
  const known = await readHappenings(database);
  const areas = [...lotsByArea(known)].map(([area, lots]): Area => {
    const [country = '', cell = ''] = area.split(' ');
    const told = tellArea(lots, { ...known, asOf: +(publication?.as_of ?? 0) });
    return { country, cell: BigInt(cell), told };
  });
  const world = await readPublishedWorld(database);
  const deps = { db: database.db, answers: createAnswerCache(), livemode: true };
  for (let i = 0; i < QUESTION_COUNT / ROUNDS; i += 1) {
    const hour = random() < 0.2 ? null : Math.floor(WEEK_HOURS * random());
    const resolution = 5 + Math.floor(2 * random());
    const period = { name: '28d', hourOfWeek: hour } as const;
    const { hexes } = await findHexes(deps, { area: AREA, resolution, period }, asItIs);
    const areaOf = areaFinder(areas.map((area) => inPeriod(area, hour)));
    const around = { ...world.around, areaOf };
    const wanted = drawCells({ ...world, around }, { resolution, isIn: () => true });
    const what = `seed ${seed}: hour ${hour}, resolution ${resolution}`;
    expect(hexes.filter(hasLots).map(seenOf), what).toEqual(wanted);
  }
  return areas.flatMap(({ told }) => (told.weeks === null ? [] : [told.weeks.pooled_hours]));
}

test(`maps of 28 days and of hours of the week equal a drawing lot by lot, in areas computed hour by hour, after refreshes and a rebuild (seed ${seed})`, async () => {
  const lotIds: string[] = [];
  const pooled = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const open = await addToWorld(lotIds);
    await awayFromWholeHour();
    await warehouse.refresh();
    await changeWorld(lotIds, open);
    await warehouse.refresh();
    for (const hours of await expectMaps()) pooled.add(hours);
  }
  expect(pooled.size).toBeGreaterThan(0);
  expect(Math.min(...pooled)).toBeLessThan(24);
  await expectSameMarts(database, warehouse.refresh, warehouse.rebuild);
});
