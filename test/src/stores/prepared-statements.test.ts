import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../../src/kit/uuid.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** More at once than one connection takes. */
const AT_ONCE = 20;
/** What a migration of a newer version may do while this one goes on running. */
const ADD_COLUMN = `
  do $$ begin
    execute 'create or replace view hold_details as select *, 1 as added from ('
      || rtrim(pg_get_viewdef('hold_details'), ';') || ') as earlier';
  end $$`;

const NO_HOLD = { holdId: newUuid(), livemode: false, operatorId: 'none', fleetId: null };
const onAllConnections = (work: () => Promise<object[]>) =>
  Promise.all(Array.from({ length: AT_ONCE }, work));

test('statements that were prepared before a migration go on afterwards', async () => {
  const { db } = database;
  const alone = () => db.query('hold_find', NO_HOLD);
  const together = () =>
    db.transaction(async (connection) => {
      await connection.query('clock_read');
      return connection.query('hold_find', NO_HOLD);
    });
  await onAllConnections(alone);
  for (const work of [alone, together]) {
    await database.sql(ADD_COLUMN.replace('added', work.name));
    const answers = await onAllConnections(work);
    expect(answers).toEqual(answers.map(() => []));
  }
});
