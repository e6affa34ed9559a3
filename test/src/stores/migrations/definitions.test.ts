import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDefinitions } from '../../../../src/stores/migrations/definitions.ts';
import { migrate } from '../../../../src/stores/migrations/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const dump = async () => (await database.owner.query<{ text: string }>('schema_dump'))[0]?.text;

test('every function and trigger of the database has its file, and every file is in use', async () => {
  const rows = await database.sql<{ name: string }>(
    `select 'functions/' || case nspname when 'marts' then 'marts.' else '' end || proname as name
     from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
     where nspname in ('public', 'marts')
     union all
     select 'triggers/' || tgname from pg_trigger where not tgisinternal and tgparentid = 0
       and tgrelid not in (select oid from pg_class
         where relnamespace in (select oid from pg_namespace where nspname = 'pgboss'))`,
  );
  const names = rows.map(({ name }) => name);
  expect(
    readDefinitions()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(names.sort());
});

test('a definition whose text has changed is written again, and nothing else changes', async () => {
  const before = await dump();
  await database.sql(
    `update definitions set text_hash = '';
     create or replace function minor_digits(currency text) returns integer language sql immutable
     return 7`,
  );
  expect(await dump()).not.toBe(before);
  expect(await migrate(database.connectionString)).toEqual(['definitions']);
  expect(await dump()).toBe(before);
  expect(await migrate(database.connectionString)).toEqual([]);
});
