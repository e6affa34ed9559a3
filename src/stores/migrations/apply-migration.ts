import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { applyDefinitions, DEFINITIONS } from './definitions.ts';
import { indexesOf, type Migration, statementsOf, tablesAlteredBy } from './migration-files.ts';

/**
 * A statement that waits for a lock makes all later ones wait behind it, so this long at most. Less
 * than PostgreSQL's deadlock_timeout: of two that wait for each other the migration gives way.
 */
const LOCK_TIMEOUT_MS = 500;
/** So often all tables of a migration are tried, about a second, before it waits for each. */
const TRIES_TOGETHER_MAX = 100;
const PAUSE_MS_MAX = 10;
/** Each run of these statements does one batch, until a run finds nothing to do. */
const BATCHED = ['INSERT', 'UPDATE', 'DELETE'];
/** lock_not_available, deadlock_detected */
const LOCKED_OUT = ['55P03', '40P01'];

/** Whether others had the locks that a migration needs: then it can be tried again. */
export function isLockedOut(error: unknown): boolean {
  return error instanceof pg.DatabaseError && LOCKED_OUT.includes(error.code ?? '');
}

/**
 * Applies one migration and notes it; what failed can be repeated. `isLast`: it is the last one in
 * a transaction, in which what has changed of the definitions is written.
 */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  isLast: boolean,
): Promise<void> {
  if (migration.isOutside) await applyOutside(client, migration);
  else await applyInside(client, migration, isLast);
}

async function applyInside(
  client: pg.Client,
  { name, text }: Migration,
  isLast: boolean,
): Promise<void> {
  await beginWithLocks(client, tablesAlteredBy(text));
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(text);
    if (isLast) await applyDefinitions(client);
    if (name !== DEFINITIONS.name) await note(client, name);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Begins a transaction that has the locks of all these tables, as soon as all are free at once. Who
 * holds one and waits for another meets a statement of callers that has them the other way round;
 * under load there is always one. Where they are never free together, begins without.
 */
async function beginWithLocks(client: pg.Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [names],
  );
  const tables = rows.map(({ name }) => name).join(', ');
  for (let tries = 0; rows.length > 1 && tries < TRIES_TOGETHER_MAX; tries += 1) {
    await client.query('begin');
    try {
      await client.query(`lock table ${tables} in access exclusive mode nowait`);
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (!isLockedOut(error)) throw error;
    }
    await sleep(Math.random() * PAUSE_MS_MAX);
  }
  await client.query('begin');
}

async function applyOutside(client: pg.Client, { name, text }: Migration): Promise<void> {
  try {
    for (const statement of statementsOf(text)) {
      // Building an index concurrently waits for all transactions, and nobody waits behind it.
      const timeoutMs = /\bindex concurrently\b/.test(statement) ? 0 : LOCK_TIMEOUT_MS;
      await client.query(`set lock_timeout = ${timeoutMs}`);
      for (const index of indexesOf(statement)) await dropInvalid(client, index);
      await repeat(client, statement);
    }
    await note(client, name);
  } finally {
    await client.query('reset lock_timeout').catch(() => undefined);
  }
}

/**
 * An index whose building was ended halfway is there, kept up to date by all, and never read. It is
 * in the schema of its table.
 */
async function dropInvalid(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name
     from pg_index
     join pg_class on pg_class.oid = indexrelid
     join pg_namespace on pg_namespace.oid = relnamespace
     where not indisvalid and relname = $1 and nspname in (current_schema(), 'marts')`,
    [index],
  );
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`);
}

async function repeat(client: pg.Client, statement: string): Promise<void> {
  let result: pg.QueryResult;
  do {
    result = await client.query(statement);
  } while (BATCHED.includes(result.command) && (result.rowCount ?? 0) > 0);
}

async function note(client: pg.Client, name: string): Promise<void> {
  await client.query('insert into migrations (name) values ($1)', [name]);
}
