import { expect, test } from 'vitest';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { openDatabaseBefore } from '../../stage/database.ts';

test('operators that were there before checks count as checked', async () => {
  const database = await openDatabaseBefore('000044');
  try {
    await database.sql(
      `insert into operators (operator_id, name, plan) values ('op_old', 'Old', 'free')`,
    );
    await migrate(database.connectionString);
    const [operator] = await database.sql(
      'select checked_at is not null as is_checked, checked_by from operators',
    );
    expect(operator).toEqual({ is_checked: true, checked_by: 'none' });
  } finally {
    await database.drop();
  }
});
