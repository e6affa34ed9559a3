import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/access/ids.ts';
import { cellAt } from '../../src/kit/geo/cells.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { addLot } from '../stage/fixtures.ts';
import { randomFrom, seedOfRun } from '../stage/random.ts';
import { isFull } from '../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import {
  type Known,
  lotsByArea,
  type OracleLot,
  type OracleStay,
  tellArea,
} from './stage/area-oracle.ts';
import {
  addCounts,
  addOperators,
  addStays,
  type Count,
  changeLot,
  DAY_MS,
  endStay,
  importStays,
  MINUTE_MS,
  payStay,
  pick,
  refundStay,
} from './stage/parking.ts';
import { addStrongStays } from './stage/strong-lots.ts';

/** Each takes a refresh; what changes does so from the second on. */
const ROUNDS = isFull ? 3 : 2;
const OPERATORS = 7;
const LOTS_PER_ROUND = 24;
/** Three towns, which are far enough from each other to be areas of their own. */
const TOWNS = [
  { lat: 43.65, lng: -79.38 },
  { lat: 43.25, lng: -79.87 },
  { lat: 45.42, lng: -75.7 },
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

async function addOneLot(operatorIds: readonly string[]): Promise<OracleLot> {
  const town = pick(random, TOWNS);
  const [lat, lng] = [town.lat + random() / 50, town.lng + random() / 50];
  const isListed = random() < 0.9;
  const lot = {
    operator_id: pick(random, operatorIds),
    country: 'CA',
    total_spaces: Math.floor(random() ** 2 * 60),
    rate_minor: 1 + Math.floor(random() * 900),
  };
  const columns = { ...lot, latitude: lat, longitude: lng, is_listed: isListed };
  return { ...lot, isListed, lot_id: await addLot(database, columns), cell: cellAt(lat, lng) };
}

function randomStay(lot: OracleLot): OracleStay {
  const startedAt = new Date(Math.floor(Date.now() - random() * 33 * DAY_MS));
  const lastsMs = random() < 0.1 ? random() * MINUTE_MS : random() ** 3 * 2 * DAY_MS;
  const endedAt = new Date(Math.floor(Math.min(+startedAt + lastsMs, Date.now())));
  return {
    sessionId: newId('ses'),
    lotId: lot.lot_id,
    livemode: true,
    startedAt,
    ...(random() < 0.95 ? { endedAt } : {}),
    subtotalMinor: Math.floor(random() * 2_000),
    currency: random() < 0.95 ? 'cad' : 'eur',
    isUnpaid: random() < 0.1,
    vehicleId: Math.floor(random() * 60),
    ...(random() < 0.8 ? { baseRateMinor: Math.floor(random() * 900) } : {}),
  };
}

function randomCounts(lot: OracleLot): Count[] {
  const since = Date.now() - random() * 25 * DAY_MS;
  return Array.from({ length: Math.ceil(random() * 40) }, () => ({
    lotId: lot.lot_id,
    livemode: true,
    at: new Date(Math.floor(Math.min(since + random() * 12 * DAY_MS, Date.now()))),
    occupied: Math.floor(random() * 1.2 * (lot.total_spaces + 1)),
  }));
}

async function writeStays(stays: readonly OracleStay[]): Promise<void> {
  const isImported = (stay: OracleStay) =>
    stay.endedAt && !stay.isUnpaid && stay.baseRateMinor === undefined;
  const { imported = [], parked = [] } = Object.groupBy(stays, (stay) =>
    isImported(stay) ? 'imported' : 'parked',
  );
  for (const stay of imported) delete stay.vehicleId;
  await importStays(database, imported);
  await addStays(database, parked);
}

type Made = { lots: OracleLot[]; stays: OracleStay[]; counts: Count[] };

const made: Made = { lots: [], stays: [], counts: [] };

/** Stays end, are paid and refunded late; counts are corrected; a lot moves, and one leaves. */
async function changeThings({ lots, stays, counts }: Made): Promise<void> {
  for (const stay of stays) {
    if (stay.endedAt === undefined && random() < 0.5) {
      stay.endedAt = new Date();
      await endStay(database, { ...stay, endedAt: stay.endedAt });
    } else if (stay.endedAt && stay.isUnpaid && random() < 0.5) {
      stay.isUnpaid = false;
      await payStay(database, stay);
    } else if (stay.endedAt && !stay.isUnpaid && random() < 0.02) {
      stay.isRefunded = true;
      await refundStay(database, stay);
    }
  }
  const corrected = counts.slice(-5).map((count) => ({ ...count, occupied: 1 }));
  await addCounts(database, corrected);
  counts.push(...corrected);
  const moved = pick(random, lots);
  const place = { latitude: 43.655, longitude: -79.375 };
  moved.cell = cellAt(place.latitude, place.longitude);
  await changeLot(database, moved.lot_id, true, { ...place, cell: String(moved.cell) });
  const gone = pick(random, lots);
  gone.isListed = false;
  await changeLot(database, gone.lot_id, true, { is_listed: false });
}

async function expectAreas({ lots, stays, counts }: Made): Promise<number> {
  const [publication] = await database.sql<{ as_of: Date }>('select as_of from marts.publication');
  const asOf = +(publication?.as_of ?? 0);
  const cells = await database.sql<{ cell: string }>(
    `select cell::text from area_cells where kind = 'use'`,
  );
  const known: Known = {
    lots,
    stays,
    counts,
    named: new Set(cells.map(({ cell }) => BigInt(cell))),
  };
  const told = await database.sql<{ key: string }>(
    `select concat_ws(' ', country, cell) as key, median_space_count, stay_count::integer,
       paid_stay_count::integer, paid_pct, occupied_pct, measured_pct,
       to_jsonb(weeks) as weeks
     from marts.areas left join lateral (
       select pooled_hours, occupied_pcts from marts.area_weeks as week
       where week.cell = areas.cell and week.country = areas.country) as weeks on true
     where livemode order by key`,
  );
  const wanted = [...lotsByArea(known)]
    .map(([key, own]) => ({ key, ...tellArea(own, { asOf, stays, counts }) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  expect(told).toEqual(wanted);
  return wanted.filter(({ occupied_pct }) => occupied_pct !== null).length;
}

test(`areas tell what the stays and counts of their strong lots say, after refreshes and a rebuild (seed ${seed})`, async () => {
  const operatorIds = await addOperators(database, OPERATORS);
  let toldCount = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let i = 0; i < LOTS_PER_ROUND; i += 1) made.lots.push(await addOneLot(operatorIds));
    const stays = Array.from({ length: 400 }, () => randomStay(pick(random, made.lots)));
    await writeStays(stays);
    made.stays.push(...stays);
    for (let i = 0; i < 12; i += 1) {
      const counts = randomCounts(pick(random, made.lots));
      await addCounts(database, counts);
      made.counts.push(...counts);
    }
    if (round > 0) await changeThings(made);
    await warehouse.refresh();
    toldCount += await expectAreas(made);
  }
  await warehouse.rebuild();
  await expectAreas(made);
  expect(toldCount).toBeGreaterThan(ROUNDS);
});

test('lots that leave take their spaces out of their area at once, although nothing else happens there', async () => {
  for (const lot of made.lots.filter(({ total_spaces }) => total_spaces > 5)) {
    lot.isListed = false;
    await changeLot(database, lot.lot_id, true, { is_listed: false });
  }
  await warehouse.refresh();
  await expectAreas(made);
});

test('a rebuild divides no area, even where that is due on the next day', async () => {
  const operatorIds = await addOperators(database, 4);
  const place = { country: 'US', latitude: 40.71 };
  for (const operator_id of operatorIds)
    for (const longitude of [-74, -75.2]) {
      const lotId = await addLot(database, { operator_id, ...place, longitude });
      await addStrongStays(database, { lotId });
    }
  const areas = () =>
    database.sql(`select country, cell::text, named_on from area_cells order by country, cell`);
  const before = await areas();
  await warehouse.rebuild();
  expect(await areas()).toEqual(before);
});
