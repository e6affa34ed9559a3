import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../../src/stores/migrations/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test('the committed schema is what the migrations make', async () => {
  const [dump] = await database.owner.query<{ text: string }>('schema_dump');
  await expect(dump?.text).toMatchFileSnapshot('../../../../sql/postgres/schema.sql');
});

test('a migrated database is not changed, even by concurrent migrations', async () => {
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.connectionString)));
  expect(runs).toEqual([[], [], []]);
});

test('a database of a newer version is refused', async () => {
  await database.sql("insert into migrations (name) values ('999999_future.sql')");
  await expect(migrate(database.connectionString)).rejects.toThrow('999999_future.sql');
});
