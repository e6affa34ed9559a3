import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { rowsLookedAt, runExplained } from '../statement-plan.ts';

// PostgreSQL guesses what it knows nothing of, and guesses few rows.

const ROWS = 200_000;
const BATCH_ROWS = 20_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.sql('alter table audit_log set (autovacuum_enabled = off)');
  await database.sql(
    `insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
     select 'key', 'key_1', 'op_1', true, 'session.created', 'ses_' || n,
       jsonb_build_object('after', jsonb_build_object('source', repeat('x', 300)))
     from generate_series(1, $1::integer) as n`,
    [ROWS],
  );
});
afterAll(() => database.drop());

test('a batch of a table that was never analysed reads its own rows only', async () => {
  const values = { tx: '0', id: '0', row_count_max: BATCH_ROWS };
  const steps = await runExplained(database, 'audit_read_batch', values);
  expect(steps[0]?.['Actual Rows']).toBe(BATCH_ROWS);
  expect(rowsLookedAt(steps, 'audit_log')).toBe(BATCH_ROWS);
});
