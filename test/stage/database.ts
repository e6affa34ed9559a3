import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { DatabaseRole } from '../../src/stores/migrations/database-roles.ts';
import { migrate } from '../../src/stores/migrations/migrate.ts';
import type { SealStage } from '../../src/stores/plates/open-plates.ts';
import type { PlateSeal } from '../../src/stores/plates/plate-seal.ts';
import { openPostgres, type Postgres } from '../../src/stores/postgres.ts';
import { checkBooksAlike } from '../books-alike.ts';
import { checkPlatesSealed, EARLY_PLATES, keepTestKey, TEST_PLATES } from '../plates.ts';
import { checkRatesAlike } from '../rates-alike.ts';

export type TestDatabase = {
  /** With only the rights of the API. */
  db: Postgres;
  /** With only the rights of the pipelines, and without the key of plates. */
  pipelines: Postgres;
  /** With only the rights of the courier. */
  courier: Postgres;
  /** With the rights of commands: those of the owner. */
  owner: Postgres;
  /** For the owner. */
  connectionString: string;
  /** Runs any statement, to prepare a case and to look at its outcome. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /**
   * Resolves once everything committed so far can be drained: transactions of other test files on
   * the same server hold the drain's horizon back.
   */
  passHorizon(): Promise<void>;
  /**
   * Does `work` while a transaction is open that began after all that was committed before. On a
   * busy server there is always one: what a refresh writes there, it can drain at the next only.
   */
  duringTransaction<T>(work: () => Promise<T>): Promise<T>;
  /** Closes the pools and drops the database, even while others are connected to it. */
  drop(): Promise<void>;
};

/** Connection strings. */
type Addresses = Record<'owner' | DatabaseRole, string>;

const POOL_SIZE = 8;
/** Polling without a pause would slow down the transactions that are waited for. */
const HORIZON_POLL_MS = 20;

/**
 * A migrated, empty database for one test file: `beforeAll` opens it, `afterAll` drops it, once all
 * of its tariffs are what their plain rates are, its ledger what its stays and refunds say, and its
 * plates sealed. `plain`: plates are stored so that tests can read them, as until they are sealed.
 */
export async function openTestDatabase(stage: SealStage = 'sealed'): Promise<TestDatabase> {
  const plates = stage === 'sealed' ? TEST_PLATES : EARLY_PLATES;
  const database = await openDatabase('template hexlot_template', plates);
  if (stage !== 'sealed') await database.sql('update plate_keys set stage = $1', [stage]);
  async function drop(): Promise<void> {
    try {
      await checkRatesAlike(database);
      await checkBooksAlike(database);
      await checkPlatesSealed(database);
    } finally {
      await database.drop();
    }
  }
  return { ...database, drop };
}

/** An empty database in the state before the migration with this number. */
export async function openDatabaseBefore(number: string): Promise<TestDatabase> {
  const database = await openDatabase('template template0');
  await migrate(database.connectionString, { before: number });
  return database;
}

async function openDatabase(template: string, plates = TEST_PLATES): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // The other strategy, through the log, takes twice as long.
  await runAlone(`create database ${name} ${template} strategy file_copy`);
  const addressOf = (as: keyof Addresses) => {
    const address = new URL(inject('postgres')[as]);
    address.pathname = name;
    return address.href;
  };
  const addresses = {
    owner: addressOf('owner'),
    api: addressOf('api'),
    pipelines: addressOf('pipelines'),
    courier: addressOf('courier'),
  };
  return connectTo(addresses, () => runAlone(`drop database ${name} with (force)`), plates);
}

/**
 * The same for an existing database; `drop` only closes its connections, unless given. `plates`:
 * where its key is not that of tests.
 */
export function connectTo(
  addresses: Addresses,
  drop = async () => {},
  plates: PlateSeal = TEST_PLATES,
): TestDatabase {
  const open = (connectionString: string, plates?: PlateSeal) => {
    const log = pino({ level: 'silent' });
    return openPostgres({ connectionString, poolSize: POOL_SIZE, name: 'test', log, plates });
  };
  const db = open(addresses.api, plates);
  const pipelines = open(addresses.pipelines);
  const courier = open(addresses.courier, plates);
  const owner = open(addresses.owner, plates);
  const { connectionString } = owner;
  const direct = new pg.Pool({ connectionString, max: 2 });
  direct.on('error', () => undefined);
  const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await direct.query<Row>(text, values)).rows;

  async function passHorizon(): Promise<void> {
    const [now] = await sql<{ tx: string }>('select pg_current_xact_id()::text as tx');
    const passed = 'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as passed';
    while (!(await sql<{ passed: boolean }>(passed, [now?.tx]))[0]?.passed)
      await sleep(HORIZON_POLL_MS);
  }

  return {
    db,
    pipelines,
    courier,
    owner,
    connectionString,
    sql,
    passHorizon,
    async duringTransaction(work) {
      await passHorizon();
      const other = new pg.Client({ connectionString });
      await other.connect();
      try {
        await other.query('begin');
        await other.query('select pg_current_xact_id()');
        return await work();
      } finally {
        await other.end();
      }
    },
    async drop() {
      await Promise.all([db, pipelines, courier, owner].map((pool) => pool.close()));
      await direct.end();
      await drop();
    },
  };
}

/**
 * A migrated, empty database that belongs to a login role of its own with these rights, like one
 * that a user was given on a shared server.
 */
export async function openOwnedDatabase(
  rights = '',
  name = `own_${randomBytes(4).toString('hex')}`,
): Promise<{ name: string; connectionString: string; drop(): Promise<void> }> {
  await runAlone(`create role ${name} login password 'secret' ${rights}`);
  await runAlone(`create database ${name} owner ${name}`);
  const address = new URL(inject('postgres').owner);
  Object.assign(address, { username: name, password: 'secret', pathname: name });
  await migrate(address.href);
  await keepKey(address.href);
  return {
    name,
    connectionString: address.href,
    async drop() {
      await runAlone(`drop database ${name} with (force)`);
      await runAlone(
        `drop role if exists ${name}_api, ${name}_pipelines, ${name}_courier, ${name}`,
      );
    },
  };
}

async function keepKey(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await keepTestKey((text, values) => client.query(text, values));
  } finally {
    await client.end();
  }
}

async function runAlone(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres').owner });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
