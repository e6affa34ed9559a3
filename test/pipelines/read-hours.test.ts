import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RefreshResult } from '../../pipelines/run-steps.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { addCaller, addLot, type LotColumns } from '../stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import { readMarts } from './stage/world.ts';

let database: TestDatabase;
let warehouse: TestWarehouse;
let operatorId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  ({ operatorId } = await addCaller(database));
  warehouse = await openTestWarehouse(database);
});
afterAll(async () => {
  await warehouse.close();
  await database.drop();
});

const RATE = 300;
const MINUTES_PER_HOUR = 60;
const newLot = (more: Partial<LotColumns>) =>
  addLot(database, {
    operator_id: operatorId,
    rate_minor: RATE,
    has_no_daily_max: true,
    ...more,
  });

/** For how many hours the price of a day is, as published. */
async function hoursOf(lotId: string): Promise<number | undefined> {
  const [row] = await database.sql<{ list_daily: string }>(
    'select list_daily from marts.market_rate_by_lot where lot_id = $1',
    [lotId],
  );
  return row && Number(row.list_daily) / RATE;
}

test('a day costs what the hours of an ordinary day cost', async () => {
  const lots = [
    await newLot({ opening_hours: 'Mo-Fr 09:00-18:00' }),
    await newLot({ opening_hours: 'nobody can read this' }),
    await newLot({}),
  ];
  await warehouse.refresh();
  // What was read is drained by the next at the latest, when other files hold the drain back.
  await warehouse.refresh();
  expect(await Promise.all(lots.map(hoursOf))).toEqual([9, 24, 24]);
});

test('each text is read once, and a rebuild finds the same without reading it again', async () => {
  const lot = await newLot({ opening_hours: 'Mo-Fr 10:00-18:00' });
  await newLot({ opening_hours: 'Mo-Fr 10:00-18:00' });
  const readBy = ({ steps }: RefreshResult) =>
    steps.find(({ name }) => name === 'read-hours')?.rows;
  expect(readBy(await warehouse.refresh())).toBeGreaterThan(0);
  expect(readBy(await warehouse.refresh())).toBe(0);
  const marts = await readMarts(database);
  expect(readBy(await warehouse.rebuild())).toBe(0);
  expect(await readMarts(database)).toEqual(marts);
  expect(await hoursOf(lot)).toBe(8);
});

test('what cannot be drained at once is taken up by the next refresh', async () => {
  const lot = await newLot({ opening_hours: 'Mo-Fr 11:00-18:00' });
  await database.passHorizon();
  const writer = new pg.Client({ connectionString: database.connectionString });
  await writer.connect();
  try {
    await writer.query('begin');
    await writer.query('select pg_current_xact_id()');
    await warehouse.refreshNow();
    const [read] = await database.sql<{ open_minutes: number }>(
      'select open_minutes from ordinary_days where opening_hours = $1',
      ['Mo-Fr 11:00-18:00'],
    );
    expect([read?.open_minutes, await hoursOf(lot)]).toEqual([7 * MINUTES_PER_HOUR, 24]);
  } finally {
    await writer.end();
  }
  await warehouse.refresh();
  expect(await hoursOf(lot)).toBe(7);
});
