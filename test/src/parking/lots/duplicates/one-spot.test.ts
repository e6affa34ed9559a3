import { afterAll, beforeAll, expect, test } from 'vitest';
import { NEAR_M } from '../../../../../src/parking/lots/duplicates/are-alike.ts';
import { openTestDatabase, type TestDatabase } from '../../../../stage/database.ts';
import { addCaller } from '../../../../stage/fixtures.ts';
import { addManyLots } from '../../../../stage/many-lots.ts';
import { rowsLookedAt, runExplained, stopAutovacuum } from '../../../../stage/statement-plan.ts';
import { addManyLots as addScattered } from '../../../many-lots.ts';

// A file of lots may have one place for all of them: the town's, or 0, 0. Or they are scattered
// around it.

const LOTS = 2_000;
/** As many as one statement asks about. */
const ASKED = 500;
const LOOKED_AT_MAX = 50;
const ELSEWHERE = { lat: 43.7, lng: -79.3 };

let database: TestDatabase;
let operatorId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  await stopAutovacuum(database);
  ({ operatorId } = await addCaller(database));
  await addManyLots(database, { operatorId, count: LOTS });
});
afterAll(() => database.drop());

/** The steps of looking for what is near these lots. */
const look = (lots: readonly object[]) =>
  runExplained(database, 'lots_list_near', {
    lots: JSON.stringify(lots),
    operatorId,
    livemode: true,
    nearM: NEAR_M,
    nearCountMax: 20,
    lookedAtMax: LOOKED_AT_MAX,
  });

test.each([
  ['before there are statistics', 'select'],
  ['with statistics', 'analyze'],
])('what is near lots of one spot is looked for once, %s', async (_when, first) => {
  await database.sql(first);
  const nodes = await look(
    await database.sql(`select lot_id, latitude, longitude from lots limit ${ASKED}`),
  );
  expect(nodes[0]?.['Actual Rows']).toBeGreaterThan(ASKED);
  expect(rowsLookedAt(nodes, 'lots')).toBeLessThanOrEqual(2 * LOTS);
});

test.each([
  ['listed', 'active'],
  ['closed', 'closed'],
])('of many %s lots within metres a few are looked at for each spot', async (_, status) => {
  const count = 10 * LOOKED_AT_MAX;
  const lotIds = await addScattered(database, operatorId, { count, metres: 10, around: ELSEWHERE });
  await database.sql('update lots set status = $2 where lot_id = any($1)', [lotIds, status]);
  await database.sql('analyze');
  const nodes = await look(
    await database.sql(
      `select lot_id, latitude, longitude from lots where lot_id = any($1) limit ${ASKED}`,
      [lotIds],
    ),
  );
  expect(nodes[0]?.['Actual Rows']).toBeGreaterThan(10 * ASKED);
  expect(rowsLookedAt(nodes, 'lots')).toBeLessThanOrEqual(2 * ASKED * LOOKED_AT_MAX);
});
