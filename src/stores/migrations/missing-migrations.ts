import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { monotonicMs } from '../../kit/clock.ts';
import type { Waiting } from '../advisory-lock.ts';
import { QUIET_WAIT_MS } from '../lock-holders.ts';
import { QUEUE_VERSION } from '../queue.ts';
import { type Definition, findChanged } from './definitions.ts';
import { type Migration, readMigrations } from './migration-files.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const POLL_MS = 500;
/** More names than these are counted. */
const NAMES_SHOWN_MAX = 3;

type Missing = {
  migrations: Migration[];
  /** The functions, views and triggers whose text is another one there. */
  definitions: Definition[];
  /** Whether the queue's tables are of another version; they are only the owner's business. */
  isQueueMissing: boolean;
};

/** The database lacks what this version needs; the message says what, and how to bring it. */
export class NotMigrated extends Error {}

/**
 * What a database lacks of this version. Throws when it has migrations that this version does not
 * know.
 */
export async function findMissing(client: pg.Client): Promise<Missing> {
  const migrations = readMigrations();
  const done = await readDone(client);
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...done].filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(`the database was migrated by a newer version: ${unknown.join(', ')}`);
  return {
    migrations: migrations.filter(({ name }) => !done.has(name)),
    definitions: await findChanged(client),
    isQueueMissing: (await isOwner(client)) && (await readQueueVersion(client)) !== QUEUE_VERSION,
  };
}

/** Throws NotMigrated when the database lacks anything. */
export async function requireMigrated(connectionString: string): Promise<void> {
  const missing = await whileConnected(connectionString, findMissing);
  const lack = describeMissing(missing);
  if (lack !== undefined) throw new NotMigrated(lack);
}

/**
 * Waits until the database has all that this version needs, and says after five seconds what it
 * waits for.
 */
export async function untilMigrated(
  connectionString: string,
  { log, signal }: Waiting,
): Promise<void> {
  await whileConnected(connectionString, async (client) => {
    const since = monotonicMs();
    let isLogged = false;
    for (;;) {
      const lack = describeMissing(await findMissing(client));
      if (lack === undefined) return;
      if (!isLogged && monotonicMs() - since >= QUIET_WAIT_MS) {
        log?.warn(`waiting: ${lack}`);
        isLogged = true;
      }
      await sleep(POLL_MS, undefined, { signal });
    }
  });
}

function describeMissing(missing: Missing): string | undefined {
  const names = [...missing.migrations, ...missing.definitions].map(({ name }) => name);
  if (missing.isQueueMissing) names.push('the tables of the queue');
  if (names.length === 0) return undefined;
  const [first, last] = [names[0], names.at(-1)];
  const shown = names.length > NAMES_SHOWN_MAX ? `${names.length}, ${first} to ${last}` : names;
  return `the database lacks migrations (${[shown].flat().join(', ')}): run hexlot migrate`;
}

async function whileConnected<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString,
    application_name: 'hexlot waits for migrations',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Whether the user of this connection may change a migrated database. */
export async function isOwner(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_owner: boolean }>(
    `select pg_has_role(relowner, 'usage') as is_owner
     from pg_class where oid = to_regclass('migrations')`,
  );
  return rows[0]?.is_owner === true;
}

/** The names of the migrations that were applied; none where there is no table of them yet. */
async function readDone(client: pg.Client): Promise<Set<string>> {
  const { rows: found } = await client.query(`select to_regclass('migrations') as is_there`);
  if (found[0]?.is_there === null) return new Set();
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
