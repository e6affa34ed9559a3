import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CheckFailed } from '../../pipelines/steps/check-marts.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { randomFrom, seedOfRun } from '../random.ts';
import { openTestWarehouse, type TestWarehouse } from '../warehouse.ts';
import { addLotNear, addStay, changeLot } from './parking.ts';
import { addWorld, awayFromWholeHour, expectSameMarts, readMarts } from './world.ts';

let database: TestDatabase;
let warehouse: TestWarehouse;
let lotIds: string[];
const seed = seedOfRun();
const random = randomFrom(seed);

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  lotIds = await addWorld(database, random, { lots: 4, staysPerLot: 5 });
  warehouse = await openTestWarehouse(database);
  await warehouse.refresh();
  return () => warehouse.close();
});

const publication = async () => {
  const [row] = await database.sql<{ publication_id: string; as_of: Date }>(
    'select publication_id, as_of from marts.publication',
  );
  if (row === undefined) throw new Error('nothing is published');
  return row;
};

const SEEN = `
  select
    (select publication_id from marts.publication) as publication_id,
    (select sum(observation_count)::text from marts.market_rate_by_lot) as stay_count`;

test('a reader sees the old publication or the new one, never parts of both', async () => {
  const stayCounts = new Map<string, Set<string>>();
  let isRefreshing = true;
  const reading = (async () => {
    while (isRefreshing) {
      const [row] = await database.sql<{ publication_id: string; stay_count: string }>(SEEN);
      const { publication_id, stay_count } = row ?? { publication_id: '', stay_count: '' };
      stayCounts.set(publication_id, new Set(stayCounts.get(publication_id)).add(stay_count));
    }
  })();
  for (let i = 0; i < 4; i++) {
    for (const lotId of lotIds) await addStay(database, { lotId, endedAt: new Date() });
    await (i === 2 ? warehouse.rebuild() : warehouse.refresh());
  }
  isRefreshing = false;
  await reading;
  expect(stayCounts.size).toBeGreaterThan(2);
  expect([...stayCounts.values()].filter((counts) => counts.size > 1)).toEqual([]);
});

test('only rows that changed are written again', async () => {
  await awayFromWholeHour();
  await warehouse.refresh();
  const [touched = '', moved = '', gone = ''] = lotIds;
  const versions = () =>
    database.sql<{ lot_id: string; xmin: string }>(
      'select lot_id, xmin::text from marts.market_rate_by_lot order by lot_id',
    );
  const before = new Map((await versions()).map(({ lot_id, xmin }) => [lot_id, xmin]));
  await addStay(database, { lotId: touched, endedAt: new Date() });
  await changeLot(database, moved, true, { rate_minor: 12_345 });
  await changeLot(database, gone, true, null);
  await warehouse.refresh();
  const after = await versions();
  const rewritten = after.filter(({ lot_id, xmin }) => before.get(lot_id) !== xmin);
  expect(rewritten.map(({ lot_id }) => lot_id).sort()).toEqual([touched, moved].sort());
  expect(after).toHaveLength(before.size - 1);
});

test('with nothing new the publication stays, and its as_of moves on', async () => {
  await awayFromWholeHour();
  await warehouse.refresh();
  const before = await publication();
  const { steps } = await warehouse.refresh();
  const after = await publication();
  expect(after.publication_id).toBe(before.publication_id);
  expect(+after.as_of).toBeGreaterThan(+before.as_of);
  expect(steps.map(({ rows }) => rows)).toEqual(steps.map(() => 0));
});

test(`published changes add up to what a full replacement publishes (seed ${seed})`, async () => {
  const change = async () => {
    for (let i = 0; i < 3; i++) {
      const operator_id = (
        await database.sql<{ id: string }>('select operator_id as id from lots')
      )[0];
      lotIds.push(await addLotNear(database, random, { operator_id: operator_id?.id ?? '' }));
      await changeLot(database, lotIds.shift() ?? '', true, null);
      await changeLot(database, lotIds[0] ?? '', true, { status: i === 1 ? 'closed' : 'active' });
      await warehouse.refresh();
    }
  };
  await expectSameMarts(database, change, warehouse.rebuild);
});

test('a publication that this warehouse did not make is replaced as a whole', async () => {
  await database.sql(`update marts.publication set publication_id = 'of another warehouse'`);
  await database.sql('update marts.market_rate_by_lot set posted_hourly = 1');
  const seen = await readMarts(database);
  await warehouse.refresh();
  expect(await readMarts(database)).not.toEqual(seen);
  const [rows] = await database.sql(
    'select count(*)::integer as count from marts.market_rate_by_lot where posted_hourly = 1',
  );
  expect(rows).toEqual({ count: 0 });
});

test.each([
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
])('%s stops a publication, and readers keep the one before', async (check, spoil) => {
  const before = { ...(await publication()), marts: await readMarts(database) };
  await warehouse.rows(spoil);
  await addStay(database, { lotId: lotIds[0] ?? '', endedAt: new Date() });
  const refreshed = warehouse.refresh();
  await expect(refreshed).rejects.toThrow(CheckFailed);
  await expect(refreshed).rejects.toThrow(`check ${check} found`);
  expect({ ...(await publication()), marts: await readMarts(database) }).toEqual(before);
  // Every refresh fails until the warehouse is repaired.
  await expect(warehouse.refresh()).rejects.toThrow(check);
  await warehouse.rebuild();
  expect((await publication()).publication_id).not.toBe(before.publication_id);
});

test.each([
  ['facts_hold_each_row_once', 'insert into fct_stays from fct_stays limit 1'],
  [
    'counts_rollup_equals_facts',
    'update counts_by_lot_hour set occupied_seconds = occupied_seconds + 1',
  ],
  ['percentiles_ascend', 'update search_percentiles set searches_per_space = -percentile'],
  ['stays_end_after_they_start', 'update fct_stays set ended_at = started_at - interval 1 hour'],
])('%s stops a publication of what is not yet published', async (check, spoil) => {
  const { publication_id } = await publication();
  await warehouse.rows('update warehouse_state set published_build = 0');
  await warehouse.rows('update watermarks set published_batch = 0');
  await warehouse.rows(spoil);
  await expect(warehouse.refresh()).rejects.toThrow(`check ${check} found`);
  expect((await publication()).publication_id).toBe(publication_id);
});
