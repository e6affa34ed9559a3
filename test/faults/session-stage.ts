import pg from 'pg';
import { expect } from 'vitest';
import { createKey } from '../../src/keys/create-key.ts';
import { createOperator } from '../../src/operators/create-operator.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { addLot } from '../fixtures.ts';
import { type ApiProcess, killApiProcesses, startApiProcess } from './api-process.ts';
import { createSessionLoad, type SessionLoad } from './session-load.ts';
import { findFaults } from './session-oracle.ts';

export type SessionStage = {
  database: TestDatabase;
  load: SessionLoad;
  /** The secret of the key that the callers use. */
  secret: string;
  /** A lot that is never full. */
  roomyLot: string;
  /** The running api role; a new one when none is running. */
  runningApi(): Promise<ApiProcess>;
  /** Starts one more, which reaches the database at another address. */
  startApi(connectionString: string): Promise<ApiProcess>;
  /** Runs a statement in a transaction that stays open, with all its locks, until released. */
  hold(statement: string): Promise<{ release(): Promise<void> }>;
  /** Counts backends of any api role, running or gone, that wait for a lock. */
  waitingCount(): Promise<number>;
  /** Counts backends of the api role that are running a statement. */
  busyCount(): Promise<number>;
  /** Ends these backends; returns how many. */
  terminateBackends(): Promise<number>;
  /** Fails with all differences between the database and the callers. */
  expectNoFaults(): Promise<void>;
  close(): Promise<void>;
};

/** For conditions that are polled until they hold. */
export const POLL = { interval: 20, timeout: 30_000 };

const TIGHT_SPACES = 5;
const ROOMY_SPACES = 100_000;
const ROOMY_LOT_COUNT = 3;
/** Far above what a machine can send, because this test is not about budgets. */
const CALLS_PER_MINUTE = 1_000_000;
const API_BACKENDS = `from pg_stat_activity
  where datname = current_database() and application_name = 'hexlot api'`;

/**
 * A database with lots and a key, and callers for an api role that a test starts and ends; or the
 * same in a service that runs already.
 */
export async function openSessionStage(
  random: () => number,
  house?: { database: TestDatabase; api: ApiProcess },
): Promise<SessionStage> {
  const database = house?.database ?? (await openTestDatabase());
  const { sql } = database;
  const { secret, operatorId } = await addKey(database);
  const newLot = (total_spaces: number) =>
    addLot(database, { operator_id: operatorId, total_spaces });
  const tightLot = await newLot(TIGHT_SPACES);
  const roomyLot = await newLot(ROOMY_SPACES);
  const others = Array.from({ length: ROOMY_LOT_COUNT - 1 }, () => newLot(ROOMY_SPACES));
  const lots = [tightLot, roomyLot, ...(await Promise.all(others))] as const;
  const load = createSessionLoad({ random, secret, lots });
  let current = house?.api;
  const count = async (condition: string) => {
    const [row] = await sql<{ count: number }>(
      `select count(*)::int as count ${API_BACKENDS} and ${condition}`,
    );
    return row?.count ?? 0;
  };
  return {
    database,
    load,
    secret,
    roomyLot,
    async runningApi() {
      if (!current?.isKept()) current = await startApiProcess(database.connectionString);
      return current;
    },
    startApi: startApiProcess,
    hold: (statement) => hold(database.connectionString, statement),
    waitingCount: () => count("wait_event_type = 'Lock'"),
    busyCount: () => count("state <> 'idle'"),
    terminateBackends: async () =>
      (await sql(`select pg_terminate_backend(pid) ${API_BACKENDS}`)).length,
    async expectNoFaults() {
      expect(await findFaults(database, load.ledger)).toEqual([]);
    },
    async close() {
      killApiProcesses();
      await database.drop();
    },
  };
}

async function addKey({
  owner: db,
}: TestDatabase): Promise<{ secret: string; operatorId: string }> {
  const actorId = 'test';
  const { id: operatorId } = await createOperator(db, { name: 'Test', plan: 'pro', actorId });
  const { secret } = await createKey(db, {
    operatorId,
    name: 'test',
    mode: 'live',
    scopes: ['sessions:write', 'sessions:read', 'lots:read', 'intelligence'],
    rateLimits: { read: CALLS_PER_MINUTE, write: CALLS_PER_MINUTE },
    actorId,
  });
  return { secret, operatorId };
}

async function hold(
  connectionString: string,
  statement: string,
): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  return { release: () => client.end() };
}
