import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAgentSearch, addSearch, addStay, DAY_MS } from '../../pipelines/stage/parking.ts';
import { cutIntoDays, oldestSearchDay } from '../../pipelines/stage/search-days.ts';
import {
  addWorld,
  EXPECTED_FACTS,
  expectSameMarts,
  FOUND_FACTS,
} from '../../pipelines/stage/world.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../../stage/warehouse.ts';

// Fault 1: the pipelines are killed while they pack rows away, drop days, and read the archive.

const KILLS_AT_EACH_POINT = isFull ? 20 : 1;
const DAYS = 10;
const DAYS_KEPT = 7;
const SIZES = { rowCountMin: 1, rowCountMax: 30 };
const ONE_REFRESH = fileURLToPath(new URL('../processes/pipelines-process.ts', import.meta.url));

const seed = seedOfRun();
const random = randomFrom(seed);
let database: TestDatabase;
let warehouse: TestWarehouse;
let lotIds: string[];

beforeAll(async () => {
  database = await openTestDatabase();
  lotIds = await addWorld(database, random, { lots: 4, staysPerLot: 10 });
  for (let i = 0; i < 40; i++) await searchDaysAgo(random() * DAYS);
  await cutIntoDays(database, DAYS);
  // What the search log had, whatever was dropped since.
  await database.sql('create table ever (search_id bigint primary key)');
  await database.sql('insert into ever select search_id from search_log');
  await database.sql(
    `create function remember() returns trigger language plpgsql security definer as $$
     begin
       insert into ever values (new.search_id) on conflict do nothing;
       return null;
     end $$`,
  );
  await database.sql(
    'create trigger remember after insert on search_log for each row execute function remember()',
  );
  warehouse = await openTestWarehouse(database, undefined, SIZES);
});
afterAll(async () => {
  await warehouse.close();
  await database.drop();
});

async function searchDaysAgo(days: number): Promise<void> {
  await addAgentSearch(database, random, { at: new Date(Date.now() - days * DAY_MS) });
}

/** Some rows of each kind; among them a search of a day that is due to be dropped. */
async function somethingHappens(): Promise<void> {
  const lotId = lotIds[Math.floor(random() * lotIds.length)] ?? '';
  await addStay(database, { lotId, endedAt: new Date() });
  await addSearch(database, { latitude: 43.65 + random() / 20, longitude: -79.38 });
  await searchDaysAgo(DAYS_KEPT + 2);
  await database.sql(
    `update search_log set logged_at = at where at < now() - interval '8 days' and logged_at > at`,
  );
}

/** Facts equal everything that was ever written, each row exactly once. */
async function expectExactlyOnce(point: string): Promise<void> {
  const expected = EXPECTED_FACTS.replace('from search_log', 'from ever');
  expect(await warehouse.rows(FOUND_FACTS), point).toEqual(await database.sql(expected));
}

const POINTS = [
  'pack-rows begins',
  'pack-rows written',
  'pack-rows packed',
  'pack-rows recorded',
  'pack-rows forgotten',
  'pack-rows ends',
  'drop-days dropped',
  'drop-days ends',
];

async function kill(point: string): Promise<void> {
  await warehouse.release();
  await database.passHorizon();
  const { connectionString } = database.pipelines;
  const args = [ONE_REFRESH, connectionString, warehouse.path, point, JSON.stringify(SIZES)];
  const [, signal] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  expect(signal, point).toBe('SIGKILL');
}

test.each(POINTS)(
  `${KILLS_AT_EACH_POINT} kills at "%s" lose and double nothing (seed ${seed})`,
  async (point) => {
    for (let i = 0; i < KILLS_AT_EACH_POINT; i++) {
      await somethingHappens();
      await kill(point);
    }
    await warehouse.refresh();
    await expectExactlyOnce(point);
  },
);

test(`killed while it reads the archive, a new warehouse counts every row once (seed ${seed})`, async () => {
  await warehouse.refresh();
  expect(await oldestSearchDay(database)).toBeLessThanOrEqual(DAYS_KEPT);
  await expectSameMarts(database, warehouse.refresh, async () => {
    await warehouse.release();
    rmSync(warehouse.path);
    for (let i = 0; i < KILLS_AT_EACH_POINT; i++) await kill('load-archive unpacked');
    await warehouse.refresh();
  });
  await expectExactlyOnce('load-archive unpacked');
});
