import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Waiting, whileLocked } from '../advisory-lock.ts';
import { watchLocks } from '../lock-holders.ts';
import { migrateQueue } from '../queue.ts';
import { applyMigration, isLockedOut } from './apply-migration.ts';
import { DEFINITIONS } from './definitions.ts';
import type { Migration } from './migration-files.ts';
import { findMissing } from './missing-migrations.ts';

/** The first version with `uuidv7()` and `returning old`. */
const SERVER_VERSION_MIN = 18;
/** Of two concurrent migrations, the second waits for this lock and then finds nothing to do. */
const MIGRATION_LOCK = { key: 7_105_201, name: 'migrations' };
const CONNECT_TIMEOUT_MS = 10_000;
const PAUSE_MS_MIN = 500;
const PAUSE_MS_MAX = 10_000;

/** `before`: for tests, the number of the migration before which to stop. */
type Migrating = Waiting & { before?: string };

/**
 * Brings the database to the newest `sql/postgres/migrations/<number>_<name>.sql`, and the queue's
 * tables to the version that the queue expects, while others read and write it: a migration that
 * does not get its locks within half a second is tried again, at growing intervals and with a line
 * that names who holds them. Returns the names applied now. Throws when the server is too old, and
 * when the database has a migration that this version does not know (this version is older than the
 * data). `signal` aborts at once; the current migration is then rolled back, or goes on at the next
 * run.
 */
export async function migrate(
  connectionString: string,
  migrating: Migrating = {},
): Promise<string[]> {
  const applied: string[] = [];
  let pauseMs = PAUSE_MS_MIN;
  for (;;) {
    const countBefore = applied.length;
    const work = (client: pg.Client) => applyMissing(client, connectionString, migrating, applied);
    const lockedOut = await whileMigrating(connectionString, work, migrating);
    if (lockedOut === undefined) return applied;
    if (applied.length > countBefore) pauseMs = PAUSE_MS_MIN;
    migrating.log?.warn(`${lockedOut}: trying again in ${pauseMs / 1_000} s`);
    // Meanwhile the lock is free: who waits for it may be what the migration waits for.
    await sleep(pauseMs, undefined, { signal: migrating.signal });
    pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX);
  }
}

/** Returns a line about a migration that did not get its locks. */
async function applyMissing(
  client: pg.Client,
  connectionString: string,
  { log, before }: Migrating,
  applied: string[],
): Promise<string | undefined> {
  await checkVersion(client);
  await makeTable(client);
  const { migrations, definitions, isQueueMissing } = await findMissing(client);
  const missing = migrations.filter(({ name }) => before === undefined || name < before);
  if (before === undefined && definitions.length > 0 && missing.every(({ isOutside }) => isOutside))
    missing.push(DEFINITIONS);
  if (missing.length > 0) {
    const watched = { log, applied, isAll: before === undefined };
    const lockedOut = await applyWatched(client, connectionString, missing, watched);
    if (lockedOut !== undefined) return lockedOut;
  }
  if (isQueueMissing && before === undefined) await migrateQueue(connectionString);
  return undefined;
}

async function applyWatched(
  client: pg.Client,
  connectionString: string,
  migrations: readonly Migration[],
  { log, applied, isAll }: { log: Waiting['log']; applied: string[]; isAll: boolean },
): Promise<string | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  let current = '';
  const watch = await watchLocks(settingsOf(connectionString), rows[0]?.pid ?? 0, (holders) =>
    log?.warn(`migration ${current} waits for ${holders}`),
  );
  try {
    // The definitions need the tables of all migrations.
    const last = isAll ? migrations.findLast(({ isOutside }) => !isOutside) : undefined;
    for (const migration of migrations) {
      current = migration.name;
      await applyMigration(client, migration, migration === last);
      applied.push(current);
    }
    return undefined;
  } catch (error) {
    if (!isLockedOut(error)) throw new Error(`migration ${current} failed`, { cause: error });
    return `migration ${current} did not get its locks, held by ${watch.lastHolders() ?? 'others'}`;
  } finally {
    await watch.stop();
  }
}

const settingsOf = (connectionString: string): pg.ClientConfig => ({
  connectionString,
  application_name: 'hexlot migrate',
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
});

/**
 * Runs `work` on a separate connection while no other process migrates; `signal` aborts at once.
 */
export async function whileMigrating<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
  waiting: Waiting = {},
): Promise<T> {
  const { signal } = waiting;
  const client = new pg.Client(settingsOf(connectionString));
  // The statement that is running then fails with the same error.
  client.on('error', () => undefined);
  await client.connect();
  const giveUp = () => void client.end();
  signal?.addEventListener('abort', giveUp);
  try {
    signal?.throwIfAborted();
    return await whileLocked(client, MIGRATION_LOCK, waiting, () => work(client));
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await client.end();
  }
}

async function makeTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('migrations') as is_there`);
  if (rows[0]?.is_there !== null) return;
  await client.query(
    `create table migrations (
       name text primary key, applied_at timestamptz not null default now())`,
  );
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? 'unknown';
  if (!(Number.parseInt(version, 10) >= SERVER_VERSION_MIN))
    throw new Error(`PostgreSQL ${SERVER_VERSION_MIN} or newer is needed, this is ${version}`);
}
