import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyMigration } from '../../../../src/stores/migrations/apply-migration.ts';
import { readDefinitions } from '../../../../src/stores/migrations/definitions.ts';
import { migrate } from '../../../../src/stores/migrations/migrate.ts';
import { readMigrations } from '../../../../src/stores/migrations/migration-files.ts';
import { requireMigrated } from '../../../../src/stores/migrations/missing-migrations.ts';
import {
  openDatabaseBefore,
  openTestDatabase,
  type TestDatabase,
} from '../../../stage/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const dump = async () => (await database.owner.query<{ text: string }>('schema_dump'))[0]?.text;

test('every function, view and trigger of the database has its file, and every file is in use', async () => {
  const rows = await database.sql<{ name: string }>(
    `select 'functions/' || proname as name
     from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
     where nspname in ('public', 'marts')
     union all
     select 'views/' || viewname from pg_views where schemaname in ('public', 'marts')
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
    `delete from definitions;
     create or replace function minor_digits(currency text) returns integer language sql immutable
     return 7`,
  );
  expect(await dump()).not.toBe(before);
  expect(await migrate(database.connectionString)).toEqual(['definitions']);
  expect(await dump()).toBe(before);
  expect(await migrate(database.connectionString)).toEqual([]);
});

test('a text that the database had before is that of an older version, which is refused', async () => {
  const [former] = readDefinitions();
  await database.sql(
    `insert into definitions (name, text_hash) values ('${former?.name}', 'of the next version')`,
  );
  const refused = `the database was migrated by a newer version: ${former?.name}`;
  await expect(migrate(database.connectionString)).rejects.toThrow(refused);
  await expect(requireMigrated(database.connectionString)).rejects.toThrow(refused);
  await database.sql(`delete from definitions where text_hash = 'of the next version'`);
  expect(await migrate(database.connectionString)).toEqual([]);
});

// The definitions are written with the last migration that is missing, whichever that will be.
test('a migration needs only what those before it have made', async () => {
  const empty = await openDatabaseBefore('000001');
  const client = new pg.Client(empty.connectionString);
  await client.connect();
  try {
    for (const migration of readMigrations()) await applyMigration(client, migration, false);
  } finally {
    await client.end();
    await empty.drop();
  }
});
