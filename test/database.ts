import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { openPostgres, type Postgres } from '../src/stores/postgres.ts';

export type TestDatabase = {
  db: Postgres;
  connectionString: string;
  /** Any statement at all, for laying out a case and for looking at what came of it. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /**
   * Returns once everything committed so far can be drained: other files' transactions share the
   * server, and hold the horizon of the drain back.
   */
  passHorizon(): Promise<void>;
  /** Closes `db` and removes the database, whoever else is still connected to it. */
  drop(): Promise<void>;
};

const POOL_SIZE = 8;
/** Asking without a pause would slow down the very transactions that are waited for. */
const HORIZON_POLL_MS = 20;

/** A migrated, empty database for one test file: `beforeAll` opens it, `afterAll` drops it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  return openDatabase('template hexlot_template');
}

const MIGRATIONS = new URL('../sql/postgres/migrations/', import.meta.url);

/** An empty database as it was before the migration of this number. */
export async function openDatabaseBefore(number: string): Promise<TestDatabase> {
  const database = await openDatabase('template template0');
  await database.sql('create table migrations (name text primary key, applied_at timestamptz)');
  for (const file of readdirSync(MIGRATIONS).sort()) {
    if (file >= number) break;
    await database.sql(readFileSync(new URL(file, MIGRATIONS), 'utf8'));
    await database.sql('insert into migrations (name) values ($1)', [file]);
  }
  return database;
}

async function openDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runAlone(`create database ${name} ${template}`);
  const address = new URL(inject('postgres'));
  address.pathname = name;
  return connectTo(address.href, () => runAlone(`drop database ${name} with (force)`));
}

/** The same for a database that is there already; it stays, and only its connections are closed. */
export function connectTo(connectionString: string, drop = async () => {}): TestDatabase {
  const log = pino({ level: 'silent' });
  const db = openPostgres({ connectionString, poolSize: POOL_SIZE, name: 'test', log });
  const direct = new pg.Pool({ connectionString, max: 2 });
  direct.on('error', () => undefined);
  const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await direct.query<Row>(text, values)).rows;
  return {
    db,
    connectionString,
    sql,
    async passHorizon() {
      const [now] = await sql<{ tx: string }>('select pg_current_xact_id()::text as tx');
      const passed = 'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as passed';
      while (!(await sql<{ passed: boolean }>(passed, [now?.tx]))[0]?.passed)
        await sleep(HORIZON_POLL_MS);
    },
    async drop() {
      await direct.end();
      await db.close();
      await drop();
    },
  };
}

async function runAlone(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
