import { expect } from 'vitest';
import { createKey } from '../../../src/access/keys/create-key.ts';
import { createOperator } from '../../../src/access/operators/create-operator.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { addLot } from '../../stage/fixtures.ts';
import { type Backends, watchBackends } from '../database/backends.ts';
import { type ApiProcess, killApiProcesses, startApiProcess } from '../processes/api-process.ts';
import { createSessionLoad, type SessionLoad } from './session-load.ts';
import { findFaults } from './session-oracle.ts';

export type SessionStage = Backends & {
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

/**
 * A database with lots and a key, and callers for an api role that a test starts and ends; or the
 * same in a service that runs already.
 */
export async function openSessionStage(
  random: () => number,
  house?: { database: TestDatabase; api: ApiProcess },
): Promise<SessionStage> {
  const database = house?.database ?? (await openTestDatabase());
  const { secret, operatorId } = await addKey(database);
  const newLot = (total_spaces: number) =>
    addLot(database, { operator_id: operatorId, total_spaces });
  const tightLot = await newLot(TIGHT_SPACES);
  const roomyLot = await newLot(ROOMY_SPACES);
  const others = Array.from({ length: ROOMY_LOT_COUNT - 1 }, () => newLot(ROOMY_SPACES));
  const lots = [tightLot, roomyLot, ...(await Promise.all(others))] as const;
  const load = createSessionLoad({ random, secret, lots });
  let current = house?.api;
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
    ...watchBackends(database),
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
