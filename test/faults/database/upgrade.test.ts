import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { readMigrations } from '../../../src/stores/migrations/migration-files.ts';
import { openDatabaseBefore, type TestDatabase } from '../../stage/database.ts';
import { isFull } from '../../stage/size.ts';

// Fault 29: an old database is migrated while others write, and the migration is killed.

const ROWS = isFull ? 1_000_000 : 30_000;
/** The first migration that the first release of this code had not. */
const FIRST = '000016';
const LOCK_MS_MAX = 1_000;
const SAMPLE_MS = 20;

let database: TestDatabase;

beforeAll(async () => {
  database = await openDatabaseBefore(FIRST);
  await database.sql("insert into operators (operator_id, name, plan) values ('op', 'Old', 'pro')");
  await database.sql(
    `insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
     select 'key', 'key_' || n % 10, 'op', true, 'lot.updated', 'lot_' || n % 100, '{}'
     from generate_series(1, $1::integer) as n`,
    [ROWS],
  );
  await database.sql(
    `insert into events (event_id, type, livemode, operator_id, entity_id, data)
     select 'evt_' || n, 'lot.updated', true, 'op', 'lot_' || n % 100, '{}'
     from generate_series(1, $1::integer) as n`,
    [ROWS],
  );
});
afterAll(() => database.drop());

/** Statements of the old version, as a service under load repeats them. */
const WRITES = [
  `insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
   values ('system', 'old', 'op', true, 'lot.updated', 'lot_1', '{}')`,
  `insert into events (event_id, type, livemode, operator_id, entity_id, data)
   values (gen_random_uuid()::text, 'lot.updated', true, 'op', 'lot_1', '{}')`,
  `insert into search_log (livemode, kind, cell, cell_latitude, cell_longitude, radius_m,
     found_lot_count, available_lot_count)
   values (true, 'search', 612345678901234567, 1, 1, 1000, 0, 0)`,
  `update operators set name = name where operator_id = 'op'`,
  `select from lots join operators using (operator_id)`,
];

async function connect(name: string): Promise<pg.Client> {
  const { connectionString } = database;
  const client = new pg.Client({ connectionString, application_name: name });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Writes until it is stopped; returns how often, and throws what a write threw. */
async function writeUntil(stopped: AbortSignal, statement: string): Promise<number> {
  const client = await connect('old writer');
  let count = 0;
  try {
    for (; !stopped.aborted; count++) await client.query(statement);
  } finally {
    await client.end();
  }
  return count;
}

/** The longest that a writer was seen to wait for a lock, in ms, until it is stopped. */
async function watchWaits(stopped: AbortSignal): Promise<number> {
  let longestMs = 0;
  while (!stopped.aborted) {
    const [row] = await database.sql<{ ms: number }>(
      `select coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000), 0)::float8
         as ms
       from pg_locks join pg_stat_activity using (pid)
       where not granted and application_name = 'old writer'`,
    );
    longestMs = Math.max(longestMs, row?.ms ?? 0);
    await sleep(SAMPLE_MS);
  }
  return longestMs;
}

/** Ends each migration once, right after its first change; a sequence keeps count of that. */
async function killEachOnce(): Promise<void> {
  await database.sql(`create sequence killed start 1`);
  await database.sql(
    `create function kill_once() returns event_trigger language plpgsql as $$
     declare done bigint := (select count(*) from public.migrations);
     begin
       if current_setting('application_name') = 'hexlot migrate'
         and done > (select last_value from public.killed)
       then
         perform setval('public.killed', done);
         perform pg_terminate_backend(pg_backend_pid());
       end if;
     end $$`,
  );
  await database.sql(
    'create event trigger kill_once on ddl_command_end execute function kill_once()',
  );
}

test(`an old database with ${ROWS} audit rows is migrated under load, and killed in each migration`, async () => {
  await killEachOnce();
  const stop = new AbortController();
  const writing = WRITES.map((statement) => writeUntil(stop.signal, statement));
  const watching = watchWaits(stop.signal);
  const killedIn: string[] = [];
  for (let isDone = false; !isDone; )
    await migrate(database.connectionString).then(
      () => {
        isDone = true;
      },
      (error: Error) => {
        expect(error.cause).toMatchObject({ code: '57P01' });
        killedIn.push(error.message);
      },
    );
  stop.abort();
  const counts = await Promise.all(writing);
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(await watching).toBeLessThan(LOCK_MS_MAX);

  const names = readMigrations().map(({ name }) => name);
  const changing = names.filter((name) => name > FIRST);
  expect(killedIn.length).toBe(new Set(killedIn).size);
  // A few change only rows, and have no point at which they are killed.
  expect(killedIn.length).toBeGreaterThan(0.8 * changing.length);
  expect(await database.sql('select name from migrations order by name')).toEqual(
    names.map((name) => ({ name })),
  );
  expect(await database.sql('select from pg_index where not indisvalid')).toEqual([]);
  const [row] = await database.sql<{ written: number }>(
    "select count(*)::integer as written from audit_log where actor_id = 'old'",
  );
  expect(row?.written).toBe(counts[0]);
});
