import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { migrateQueue, QUEUE_VERSION } from './queue.ts';

const MIGRATIONS = new URL('../../sql/postgres/migrations/', import.meta.url);
/** The first version with `uuidv7()` and `returning old`. */
const SERVER_VERSION_MIN = 18;
/** Of two concurrent migrations, the second waits for this lock and then finds nothing to do. */
const MIGRATION_LOCK = 7_105_201;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Brings the database to the newest `sql/postgres/migrations/<number>_<name>.sql`, each file in one
 * transaction, and the queue's tables to the version that the queue expects. Returns the names
 * applied now. Throws when the server is too old, and when the database has a migration that this
 * version does not know (this version is older than the data). A database that is up to date needs
 * no right to change it. `signal` aborts at once; the current migration is then rolled back.
 */
export async function migrate(connectionString: string, signal?: AbortSignal): Promise<string[]> {
  const files = readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const work = async (client: pg.Client) => {
    await checkVersion(client);
    const done = await readDone(client);
    const unknown = [...done].filter((name) => !files.includes(name));
    if (unknown.length > 0)
      throw new Error(`the database was migrated by a newer version: ${unknown.join(', ')}`);
    const applied = files.filter((file) => !done.has(file));
    for (const file of applied) await apply(client, file);
    if ((await isOwner(client)) && (await readQueueVersion(client)) !== QUEUE_VERSION)
      await migrateQueue(connectionString);
    return applied;
  };
  return whileMigrating(connectionString, work, signal);
}

/**
 * Runs `work` on a separate connection while no other process migrates; `signal` aborts at once.
 */
export async function whileMigrating<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = new pg.Client({
    connectionString,
    application_name: 'hexlot migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // The statement that is running then fails with the same error.
  client.on('error', () => undefined);
  await client.connect();
  const giveUp = () => void client.end();
  signal?.addEventListener('abort', giveUp);
  try {
    signal?.throwIfAborted();
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await client.end();
  }
}

/** Whether the user of this connection may change a migrated database. */
export async function isOwner(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_owner: boolean }>(
    `select pg_has_role(relowner, 'usage') as is_owner
     from pg_class where oid = 'migrations'::regclass`,
  );
  return rows[0]?.is_owner === true;
}

/** The names of the migrations that were applied; creates their table if it is missing. */
async function readDone(client: pg.Client): Promise<Set<string>> {
  const { rows: found } = await client.query(`select to_regclass('migrations') as is_there`);
  if (found[0]?.is_there === null)
    await client.query(
      `create table migrations (
         name text primary key, applied_at timestamptz not null default now())`,
    );
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  return new Set(rows.map((row) => row.name));
}

/** undefined when there is no queue yet. */
async function readQueueVersion(client: pg.Client): Promise<number | undefined> {
  const { rows: found } = await client.query(`select to_regclass('pgboss.version') as is_there`);
  if (found[0]?.is_there === null) return undefined;
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  return rows[0]?.version;
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? 'unknown';
  if (!(Number.parseInt(version, 10) >= SERVER_VERSION_MIN))
    throw new Error(`PostgreSQL ${SERVER_VERSION_MIN} or newer is needed, this is ${version}`);
}

async function apply(client: pg.Client, file: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(readFileSync(new URL(file, MIGRATIONS), 'utf8'));
    await client.query('insert into migrations (name) values ($1)', [file]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`migration ${file} failed`, { cause: error });
  }
}
