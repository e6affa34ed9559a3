import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Logger, pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyMigration } from '../../../src/stores/migrations/apply-migration.ts';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { openDatabaseBefore, type TestDatabase } from '../../stage/database.ts';

const POLL_MS = 20;
/** The lock of migrations, as versions before this one waited for it. */
const MIGRATION_LOCK = 7_105_201;
const CONCURRENT = '000070_indexes_beside_writers.sql';

const closing: (() => Promise<unknown>)[] = [];
let database: TestDatabase;
let said: string[];
let log: Logger;

beforeEach(() => {
  said = [];
  log = pino({}, { write: (line: string) => void said.push(JSON.parse(line).msg) });
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function before(number: string): Promise<void> {
  database = await openDatabaseBefore(number);
  closing.push(() => database.drop());
}

async function connect(name: string): Promise<pg.Client & { pid: number }> {
  const { connectionString } = database;
  const client = new pg.Client({ connectionString, application_name: name });
  client.on('error', () => undefined);
  await client.connect();
  closing.push(() => client.end());
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return Object.assign(client, { pid: Number(rows[0]?.pid) });
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(POLL_MS);
}

/** Resolves once a statement of the migration waits for a lock; with the process of the server. */
async function waitingPid(): Promise<number> {
  for (;;) {
    const [row] = await database.sql<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and application_name = 'hexlot migrate'
         and wait_event_type = 'Lock'`,
    );
    if (row !== undefined) return row.pid;
    await sleep(POLL_MS);
  }
}

const invalidIndexes = () =>
  database.sql<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where not indisvalid`,
  );

test('a migration that does not get a lock lets writers through, and is tried again', async () => {
  await before('000056');
  const reader = await connect('report');
  await reader.query('begin');
  await reader.query('select from operators');
  const migrated = migrate(database.connectionString, { log, before: '000071' });
  // All who come later wait behind it, until it gives the lock up.
  await waitingPid();
  await database.sql('update operators set name = name');
  await until(() => said.some((line) => line.includes('trying again')));
  expect(said[0]).toMatch(/^migration 000056_public_figures\.sql did not get its locks, held by /);
  expect(said[0]).toContain(`process ${reader.pid} of the database server (report`);
  await reader.query('commit');
  expect((await migrated).at(-1)).toBe(CONCURRENT);
});

test('a migration of several tables keeps none from others while it waits for another', async () => {
  await before('000044');
  const caller = await connect('caller');
  await caller.query('begin');
  await caller.query('select from lots');
  const migrated = migrate(database.connectionString, { log, before: '000045' });
  await until(async () => {
    const asked = await database.sql(
      `select from pg_stat_activity
       where datname = current_database() and application_name = 'hexlot migrate'
         and query like 'lock table operators, lots %'`,
    );
    return asked.length > 0;
  });
  // Sooner than a migration gives up that holds the one table and waits for the other.
  await caller.query("set lock_timeout = '400ms'");
  await caller.query('select from operators');
  await caller.query('commit');
  expect(await migrated).toEqual(['000044_listing_check.sql']);
});

test('an index whose building was killed is built again, and others are told who waits', async () => {
  await before('000070');
  const names = 'audit_log_by_actor|audit_log_by_operator|events_by_tx';
  const report = await connect('report');
  await report.query('begin transaction isolation level repeatable read');
  await report.query('select from audit_log');

  const killed = migrate(database.connectionString, { log, before: '000071' }).catch(
    (error: Error) => error,
  );
  await waitingPid();
  const second = migrate(database.connectionString, { log, before: '000071' });
  await until(() => said.length >= 2);
  const since = String.raw`, since \d{4}-\d\d-\d\dT[\d:.]+Z\)`;
  expect(said.sort()).toEqual([
    expect.stringMatching(
      new RegExp(`^migration ${CONCURRENT} waits for process ${report.pid} .*\\(report.*${since}$`),
    ),
    expect.stringMatching(
      new RegExp(`^waiting for the lock of migrations, held by .*\\(hexlot migrate.*${since}$`),
    ),
  ]);
  await database.sql('select pg_terminate_backend($1)', [await waitingPid()]);
  expect(await killed).toMatchObject({ message: `migration ${CONCURRENT} failed` });
  expect(await invalidIndexes()).toHaveLength(1);

  await waitingPid();
  await report.query('commit');
  expect(await second).toEqual([CONCURRENT]);
  expect(await invalidIndexes()).toEqual([]);
  const [row] = await database.sql<{ count: number }>(
    `select count(*)::integer from pg_class where relname ~ $1`,
    [`^(${names})$`],
  );
  expect(row?.count).toBe(3);
});

test('an older version that waits for the lock of migrations does not stop them', async () => {
  await before('000070');
  const report = await connect('report');
  await report.query('begin transaction isolation level repeatable read');
  await report.query('select from events');
  const migrated = migrate(database.connectionString, { log, before: '000071' });
  await waitingPid();
  // Its statement is a transaction that the index waits for, while it waits for the migration.
  const older = await connect('older');
  // Of the two, PostgreSQL ends the statement of the migration.
  await older.query("set deadlock_timeout = '1min'");
  const waited = older.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  await until(async () => {
    const [row] = await database.sql<{ waits: boolean }>(
      `select wait_event_type = 'Lock' as waits from pg_stat_activity where pid = $1`,
      [older.pid],
    );
    return row?.waits === true;
  });
  await report.query('commit');
  await waited;
  await older.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  expect(await migrated).toEqual([CONCURRENT]);
  expect(said.join()).toContain('did not get its locks');
});

test('a change of many rows outside a transaction goes on batch by batch, and after a kill', async () => {
  await before('000001');
  await database.sql('create table parts as select id, 0 as done from generate_series(1, 10) id');
  const client = await connect('hexlot migrate');
  const migration = {
    name: '000999_parts.sql',
    isOutside: true,
    text: `-- outside a transaction

create function last_part() returns integer language sql as $$
  select max(id) from parts;
$$;

update parts set done = 1
where id in (select id from parts where done = 0 limit 3);
`,
  };
  await database.sql('update parts set done = 1 where id = 1');
  await applyMigration(client, migration, false);
  const [row] = await database.sql<{ transactions: number; undone: number }>(
    `select count(distinct xmin::text)::integer as transactions,
       count(*) filter (where done = 0)::integer as undone from parts`,
  );
  expect(row).toEqual({ transactions: 4, undone: 0 });
  expect(await database.sql('select name from migrations')).toEqual([{ name: migration.name }]);
});
