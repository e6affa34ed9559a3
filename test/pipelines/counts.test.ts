import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCounts } from '../../src/imports/counts/import-counts.ts';
import { reportOccupancy } from '../../src/parking/lots/write/report-occupancy.ts';
import { awayFromWholeHour } from '../stage/away-from-whole-hour.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { addCaller, addLot } from '../stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import { addCounts, addStay, changeLot, HOUR_MS, MINUTE_MS } from './stage/parking.ts';
import { expectSameMarts } from './stage/world.ts';

// Counts of vehicles on their way into the figures of a lot.

let database: TestDatabase;
let warehouse: TestWarehouse;
let caller: Awaited<ReturnType<typeof addCaller>>;

/** Drains that have not begun yet; before the last of them `betweenDrains` is done. */
const drains = new Set<string>();
let betweenDrains: () => Promise<void>;

beforeAll(async () => {
  database = await openTestDatabase();
  const pipelines: typeof database.pipelines = {
    ...database.pipelines,
    async readTexts(name, values) {
      if (drains.delete(name) && drains.size === 0) await betweenDrains();
      return database.pipelines.readTexts(name, values);
    },
  };
  warehouse = await openTestWarehouse({ pipelines, passHorizon: database.passHorizon });
  caller = await addCaller(database);
});
afterAll(async () => {
  await warehouse.close();
  await database.drop();
});

const newLot = (ref: string | null = null) =>
  addLot(database, { operator_id: caller.operatorId, ref, total_spaces: 10 });

/** An instant in a whole hour before this one. */
const at = (hoursAgo: number, minutes: number) =>
  new Date(Math.floor(Date.now() / HOUR_MS - hoursAgo) * HOUR_MS + minutes * MINUTE_MS);

async function occupancyOf(lotId: string) {
  const [row] = await database.sql(
    `select occupied_minutes::integer as occupied, known_minutes::integer as known
     from marts.market_rate_by_lot where lot_id = $1`,
    [lotId],
  );
  return row;
}

test('a reported and an imported count join the same figures', async () => {
  await awayFromWholeHour();
  const lotId = await newLot('both');
  const counted = { lotId, occupied: 6, at: at(2, 30) };
  await reportOccupancy(database.db, caller, counted, { requestId: 'r', remember: undefined });
  const csv = Readable.from([`lot_ref,at,occupied\nboth,${at(2, 0).toISOString()},2\n`]);
  await importCounts(database.owner, { operatorId: caller.operatorId, livemode: true, csv });
  await warehouse.refresh();
  expect(await occupancyOf(lotId)).toEqual({ occupied: 240, known: 600 });
});

test('late, corrected and out-of-order counts give the figures of a rebuild', async () => {
  const [lotId, moving] = [await newLot(), await newLot()];
  await addCounts(database, [
    { lotId, at: at(3, 20), occupied: 4 },
    { lotId: moving, at: at(3, 20), occupied: 4 },
    { lotId: moving, at: at(4, 20), occupied: 4 },
  ]);
  await warehouse.refresh();
  await changeLot(database, moving, true, { cell: '617760317999153151' });
  await addCounts(database, [
    { lotId, at: at(3, 20), occupied: 8 },
    { lotId, at: at(3, 10), occupied: 1 },
    { lotId: moving, at: at(3, 50), occupied: 9 },
  ]);
  await addStay(database, { lotId, startedAt: at(5, 0), endedAt: at(4, 0) });
  await expectSameMarts(database, warehouse.refresh, warehouse.rebuild);
  expect(await occupancyOf(lotId)).toEqual({
    occupied: 1 * 20 + 8 * 40 + 60,
    known: 100_800,
  });
});

test('a count on a lot that was added between two drains finds its lot', async () => {
  let lotId = '';
  betweenDrains = async () => {
    lotId = await newLot();
    await addCounts(database, [{ lotId, at: at(1, 0), occupied: 1 }]);
    await database.passHorizon();
  };
  for (const name of ['audit_read_batch', 'occupancy_counts_read_batch']) drains.add(name);
  await warehouse.refresh();
  await warehouse.refresh();
  expect(await occupancyOf(lotId)).toEqual({ occupied: 60, known: 600 });
});
