import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { openDatabaseBefore, type TestDatabase } from '../../stage/database.ts';
import { addLot } from '../../stage/fixtures.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabaseBefore('000067');
});
afterAll(() => database.drop());

/** The tags that a lot came with, its kind before, and its kind afterwards. */
const LOTS = [
  ['of nobody who said it', null, 'surface', null],
  ['of a file without a kind', { capacity: '50' }, 'surface', null],
  ['of a kind that is none of ours', { parking: 'layby' }, 'surface', null],
  ['of a file that says it', { parking: 'surface' }, 'surface', 'surface'],
  ['of a file that says it with spaces', { parking: ' surface ' }, 'surface', 'surface'],
  ['of another kind', null, 'garage', 'garage'],
] as const;

test('a migrated lot has the kind that somebody said, and else none', async () => {
  await database.sql(`insert into operators (operator_id, name, plan) values ('op', 'Op', 'free')`);
  for (const [name, tags, lotType] of LOTS) {
    const lot_id = await addLot(database, { operator_id: 'op', name });
    await database.sql('update lots set lot_type = $2, osm_tags = $3 where lot_id = $1', [
      lot_id,
      lotType,
      tags ?? {},
    ]);
  }
  await migrate(database.connectionString);
  const rows = await database.sql<{ name: string; lot_type: string | null }>(
    'select name, lot_type from lots',
  );
  expect(Object.fromEntries(rows.map(({ name, lot_type }) => [name, lot_type]))).toEqual(
    Object.fromEntries(LOTS.map(([name, , , after]) => [name, after])),
  );
});
