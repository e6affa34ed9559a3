import { copyFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CheckFailed } from '../../pipelines/steps/check-marts.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { partOf, randomFrom, seedOfRun } from '../stage/random.ts';
import { isFull } from '../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import { addLotNear, addOperators, addStay } from './stage/parking.ts';
import { addStrongStays } from './stage/strong-lots.ts';
import { addWorld, readMarts } from './stage/world.ts';

let database: TestDatabase;
let warehouse: TestWarehouse;
let lotIds: string[];

const HOUR_MS = 3_600_000;
/** Of the checks of each kind one in so many is tried, others in each run: each takes a refresh. */
const PARTS = isFull ? 1 : 4;

const random = randomFrom(seedOfRun());
const sound = () => `${warehouse.path}.sound`;
const hour = () => Math.floor(Date.now() / HOUR_MS);
/** In which the marts of the sound copy were built. */
let soundHour: number;

beforeAll(async () => {
  database = await openTestDatabase();
  lotIds = await addWorld(database, random, { lots: 4, staysPerLot: 5 });
  for (const operator_id of await addOperators(database, 4)) {
    // More than half of all spaces, so that their area is disclosed.
    const lotId = await addLotNear(database, random, { operator_id, total_spaces: 100 });
    await addStrongStays(database, { lotId });
  }
  warehouse = await openTestWarehouse(database);
  await build();
});
afterAll(async () => {
  await warehouse.close();
  await database.drop();
});

async function build(): Promise<void> {
  soundHour = hour();
  await warehouse.refresh();
  // The first one places the lots in cities. While a transaction is open elsewhere, only the next
  // one reads that, and computes again what a case has spoiled.
  await warehouse.refresh();
  await warehouse.release();
  copyFileSync(warehouse.path, sound());
}

/**
 * Tries a case in the sound warehouse. When an hour begins, marts are built again and what a case
 * spoiled is replaced, so it is tried again.
 */
async function inSoundWarehouse(attempt: () => Promise<void>): Promise<void> {
  await warehouse.release();
  copyFileSync(sound(), warehouse.path);
  if (hour() !== soundHour) await build();
  try {
    await attempt();
  } catch (error) {
    if (hour() === soundHour) throw error;
    await inSoundWarehouse(attempt);
  }
}

const publication = async () => {
  const [row] = await database.sql<{ publication_id: string; as_of: Date }>(
    'select publication_id, as_of from marts.publication',
  );
  if (row === undefined) throw new Error('nothing is published');
  return row;
};

type Case = [check: string, spoil: string];

const OF_WHAT_IS_NEW: readonly Case[] = [
  ['facts_hold_each_row_once', 'insert into fct_stays from fct_stays limit 1'],
  [
    'counts_rollup_equals_facts',
    'update counts_by_lot_hour set occupied_seconds = occupied_seconds + 1',
  ],
  ['areas_in_range', 'update areas set occupied_pct = 101'],
  [
    'area_weeks_in_range',
    `insert into area_weeks
     values (true, 'CA', 0, list_transform(range(168), pct -> 101), 1, false, 1)`,
  ],
  ['area_cells_hold_every_lot', 'delete from areas'],
  [
    'percentiles_ascend',
    `insert into search_percentiles
     select true, 'CA', rank, if(rank = 50, 9, rank), false, 1 from range(101) as ranks (rank)`,
  ],
  ['stays_end_after_they_start', 'update fct_stays set ended_at = started_at - interval 1 hour'],
];

// Before any stay is added, which would have a build replace what these spoil.
test.each(partOf(OF_WHAT_IS_NEW, random, PARTS))(
  '%s stops a publication of what is not yet published',
  (check, spoil) =>
    inSoundWarehouse(async () => {
      const { publication_id } = await publication();
      await warehouse.rows(
        `update warehouse_state set published_build = 0;
         update watermarks set published_batch = 0;
         ${spoil}`,
      );
      await expect(warehouse.refresh()).rejects.toThrow(`check ${check} found`);
      expect((await publication()).publication_id).toBe(publication_id);
    }),
);

const OF_ALL: readonly Case[] = [
  [
    'stays_rollup_equals_facts',
    'update paid_stays_by_lot_hour set revenue_minor = revenue_minor + 1',
  ],
  ['occupancy_rollup_equals_facts', 'delete from occupancy_by_lot_hour'],
  ['searches_rollup_equals_facts', 'update searches_by_cell_hour set search_count = 99'],
  ['open_stays_balance', 'delete from open_stays'],
  ['searched_cells_equal_hours', 'update searches_by_cell set search_count = 0'],
  ['cells_have_their_resolution', 'update market_rate_by_lot set cell = cell_parent(cell, 8)'],
  ['lot_votes_in_range', 'update market_rate_by_lot set posted_daily = -1'],
];

test.each(partOf(OF_ALL, random, PARTS))(
  '%s stops a publication, and readers keep the previous one',
  (check, spoil) =>
    inSoundWarehouse(async () => {
      const before = { ...(await publication()), marts: await readMarts(database) };
      await warehouse.rows(spoil);
      await addStay(database, { lotId: lotIds[0] ?? '', endedAt: new Date() });
      const refreshed = warehouse.refresh();
      await expect(refreshed).rejects.toThrow(CheckFailed);
      await expect(refreshed).rejects.toThrow(`check ${check} found`);
      expect({ ...(await publication()), marts: await readMarts(database) }).toEqual(before);
    }),
);

// Last, because it publishes from another warehouse than the copy.
test('while a check stops publications every refresh fails, until a rebuild repairs the warehouse', () =>
  inSoundWarehouse(async () => {
    const before = await publication();
    await warehouse.rows('delete from open_stays');
    await addStay(database, { lotId: lotIds[0] ?? '', endedAt: new Date() });
    await expect(warehouse.refresh()).rejects.toThrow(CheckFailed);
    await expect(warehouse.refresh()).rejects.toThrow(CheckFailed);
    await warehouse.rebuild();
    expect((await publication()).publication_id).not.toBe(before.publication_id);
  }));
