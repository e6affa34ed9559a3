import { afterAll, beforeAll, expect, test } from 'vitest';
import { NEAR_M } from '../../../../src/lots/duplicates/are-alike.ts';
import { openTestDatabase, type TestDatabase } from '../../../database.ts';
import { addCaller } from '../../../fixtures.ts';
import { addManyLots } from '../../../many-lots.ts';
import { rowsLookedAt, runExplained } from '../../../statement-plan.ts';

// A file of lots may have one place for all of them: the town's, or 0, 0.

const LOTS = 2_000;
/** As many as one statement asks about. */
const ASKED = 500;

let database: TestDatabase;
let operatorId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.sql('alter table lots set (autovacuum_enabled = false)');
  ({ operatorId } = await addCaller(database));
  await addManyLots(database, { operatorId, count: LOTS });
});
afterAll(() => database.drop());

test.each([
  ['before there are statistics', 'select'],
  ['with statistics', 'analyze'],
])('what is near lots of one spot is looked for once, %s', async (_when, first) => {
  await database.sql(first);
  const lots = await database.sql(`select lot_id, latitude, longitude from lots limit ${ASKED}`);
  const nodes = await runExplained(database, 'lots_list_near', {
    lots: JSON.stringify(lots),
    operator_id: operatorId,
    livemode: true,
    near_m: NEAR_M,
    near_count_max: 20,
  });
  expect(nodes[0]?.['Actual Rows']).toBeGreaterThan(ASKED);
  expect(rowsLookedAt(nodes, 'lots')).toBeLessThanOrEqual(2 * LOTS);
});
