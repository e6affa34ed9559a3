import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { openDatabaseBefore, type TestDatabase } from '../../stage/database.ts';
import { addCaller, addLot } from '../../stage/fixtures.ts';

// Pages of lots with a user could be stored before migration 000049.

const WEBSITES: [string | null, string | null][] = [
  ['https://user:pw@host.example/a?b@c', 'https://host.example/a?b@c'],
  ['HTTP://user@host.example', 'HTTP://host.example'],
  ['https://a@b:c@host.example/', 'https://host.example/'],
  ['https:user:pw@host.example', 'https:host.example'],
  ['https://host.example/@user', 'https://host.example/@user'],
  ['https://host.example/?mail=a@b.example', 'https://host.example/?mail=a@b.example'],
  [null, null],
];

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabaseBefore('000049');
});
afterAll(() => database.drop());

test('the migration takes users and passwords out of the pages of lots, and nothing else', async () => {
  const { operatorId: operator_id } = await addCaller(database);
  for (const [index, [website]] of WEBSITES.entries()) {
    const lotId = await addLot(database, { operator_id, ref: String(index) });
    await database.sql('update lots set website = $1 where lot_id = $2', [website, lotId]);
  }
  await migrate(database.connectionString);
  const rows = await database.sql<{ website: string | null }>(
    'select website from lots order by ref',
  );
  expect(rows.map(({ website }) => website)).toEqual(WEBSITES.map(([, after]) => after));
});
