import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awayFromWholeHour } from '../stage/away-from-whole-hour.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { randomFrom, seedOfRun } from '../stage/random.ts';
import { isFull } from '../stage/size.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import { addLotNear, addStay, changeLot, HOUR_MS } from './stage/parking.ts';
import { addWorld, expectSameMarts, readMarts } from './stage/world.ts';

/** Often enough to look into each publication, without a processor of its own. */
const READ_MS = 2;
/** Publications while somebody reads; one of them is a rebuild. */
const READ_ROUNDS = isFull ? 4 : 3;
/** Publications of changes before all is published again. */
const CHANGE_ROUNDS = isFull ? 6 : 2;

let database: TestDatabase;
let warehouse: TestWarehouse;
let lotIds: string[];
const seed = seedOfRun();
const random = randomFrom(seed);

beforeAll(async () => {
  database = await openTestDatabase();
  lotIds = await addWorld(database, random, { lots: 4, staysPerLot: 5 });
  warehouse = await openTestWarehouse(database);
  await warehouse.refresh();
});
afterAll(async () => {
  await warehouse.close();
  await database.drop();
});

const hour = () => Math.floor(Date.now() / HOUR_MS);
/** In which all was published last that there was. */
let settledHour: number | undefined;

/** Publishes all that there is, if that was not done in this hour: a new hour changes marts. */
async function settle(): Promise<void> {
  await awayFromWholeHour();
  if (settledHour === hour()) return;
  settledHour = hour();
  await warehouse.refresh();
}

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
      await sleep(READ_MS);
    }
  })();
  for (let i = 0; i < READ_ROUNDS; i++) {
    for (const lotId of lotIds) await addStay(database, { lotId, endedAt: new Date() });
    await (i === 1 ? warehouse.rebuild() : warehouse.refresh());
  }
  isRefreshing = false;
  await reading;
  expect(stayCounts.size).toBeGreaterThan(2);
  expect([...stayCounts.values()].filter((counts) => counts.size > 1)).toEqual([]);
});

test('with nothing new the publication stays, and its as_of moves on', async () => {
  await settle();
  const before = await publication();
  const { steps } = await warehouse.refresh();
  const after = await publication();
  expect(after.publication_id).toBe(before.publication_id);
  expect(+after.as_of).toBeGreaterThan(+before.as_of);
  expect(steps.map(({ rows }) => rows)).toEqual(steps.map(() => 0));
});

test('only rows that changed are written again', async () => {
  await settle();
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

test(`published changes add up to what a full replacement publishes (seed ${seed})`, async () => {
  const change = async () => {
    for (let i = 0; i < CHANGE_ROUNDS; i++) {
      const operator_id = (
        await database.sql<{ id: string }>('select operator_id as id from lots')
      )[0];
      lotIds.push(await addLotNear(database, random, { operator_id: operator_id?.id ?? '' }));
      await changeLot(database, lotIds.shift() ?? '', true, null);
      await changeLot(database, lotIds[0] ?? '', true, {
        status: i % 3 === 1 ? 'closed' : 'active',
      });
      await warehouse.refresh();
    }
  };
  await expectSameMarts(database, change, warehouse.rebuild, warehouse.refresh);
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
