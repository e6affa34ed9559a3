import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const MIGRATIONS = new URL('../../sql/postgres/migrations/', import.meta.url);
/** `uuidv7()` and `returning old` came with it. */
const SERVER_VERSION_MIN = 18;
/** Two migrators at once: the second waits here, then finds nothing to do. */
const MIGRATION_LOCK = 7_105_201;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Brings the database to the newest `sql/postgres/migrations/<number>_<name>.sql`, each file in one
 * transaction. Returns the names applied now; throws when the server is too old, and when the
 * database holds a migration that this version does not know (it is older than the data). `signal`
 * ends it at once; the migration in hand is then rolled back.
 */
export async function migrate(connectionString: string, signal?: AbortSignal): Promise<string[]> {
  const files = readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const client = new pg.Client({
    connectionString,
    application_name: 'hexlot migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // What is under way then says so itself.
  client.on('error', () => undefined);
  await client.connect();
  const giveUp = () => void client.end();
  signal?.addEventListener('abort', giveUp);
  try {
    signal?.throwIfAborted();
    await checkVersion(client);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      `create table if not exists migrations (
         name text primary key, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const done = new Set(rows.map((row) => row.name));
    const unknown = [...done].filter((name) => !files.includes(name));
    if (unknown.length > 0)
      throw new Error(`the database was migrated by a newer version: ${unknown.join(', ')}`);
    const applied = files.filter((file) => !done.has(file));
    for (const file of applied) await apply(client, file);
    return applied;
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await client.end();
  }
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
