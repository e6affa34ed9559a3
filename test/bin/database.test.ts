import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { runHexlot } from './stage/run-hexlot.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.sql(`create role ground_test login password 'right'`);
  await database.sql('drop table migrations');
});
afterAll(async () => {
  await database.sql('drop owned by ground_test');
  await database.sql('drop role ground_test');
  await database.drop();
});

function address(changes: Partial<Pick<URL, 'username' | 'password' | 'pathname'>>): string {
  return Object.assign(new URL(database.connectionString), changes).href;
}

test.each([
  {
    what: 'a wrong password',
    changes: { password: 'wrong-secret' },
    reason: 'password authentication failed for user "hexlot"',
  },
  {
    what: 'a database that is not there',
    changes: { pathname: 'nowhere' },
    reason: 'database "nowhere" does not exist',
  },
  {
    what: 'a user without rights',
    changes: { username: 'ground_test', password: 'right' },
    reason: 'permission denied for schema public',
  },
])('$what is reported in one line that names the variable and no password', async (each) => {
  const { code, stdout, stderr } = await runHexlot(['migrate'], {
    HEXLOT_DATABASE_URL: address(each.changes),
  });
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `hexlot: HEXLOT_DATABASE_URL cannot be used (${each.reason})\n`,
  });
});
