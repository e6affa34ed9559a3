import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { databaseError } from './postgres.ts';

/** This process's share in a running server. */
export type Lease = {
  /** Gives the share back and runs `stop` if it was the last one. */
  release(stop: () => Promise<void>): Promise<void>;
};

/** Shared by every process that uses the server; who can have it alone is the last of them. */
const LEASE_LOCK = 7_105_203;
const CONNECT_TIMEOUT_MS = 5_000;
const REJOIN_MS = 1_000;
const SHUTDOWN_CODES = '57P';

/**
 * Takes a share in the server of `clusterDir` behind `connectionString`: a lock that lives as long
 * as a connection, so that a process that dies gives it back. A connection lost otherwise is opened
 * again in the background. Throws what the connection met, or when another cluster answers.
 */
export async function openLease(
  connectionString: string,
  clusterDir: string,
  log: Logger,
): Promise<Lease> {
  const leaving = new AbortController();
  let rejoining = Promise.resolve();
  let client = await joinWatched();

  async function joinWatched(): Promise<pg.Client> {
    const joined = await join(connectionString, clusterDir, log);
    joined.once('end', () => {
      rejoining = rejoin();
    });
    return joined;
  }
  async function rejoin(): Promise<void> {
    while (!leaving.signal.aborted) {
      try {
        await sleep(REJOIN_MS, undefined, { ref: false, signal: leaving.signal });
        client = await joinWatched();
        return;
      } catch (error) {
        log.debug({ err: error }, 'the embedded PostgreSQL is still away');
      }
    }
  }

  return {
    async release(stop) {
      leaving.abort();
      await rejoining;
      await client.end();
      const last = await takeAlone(connectionString, log);
      if (last === undefined) return;
      try {
        await stop();
      } finally {
        await last.end();
      }
    },
  };
}

/**
 * A connection that holds the lock alone, so that whoever arrives meanwhile waits for it and is
 * told of the shutdown; undefined when others have shares or the server is already ending.
 */
async function takeAlone(connectionString: string, log: Logger): Promise<pg.Client | undefined> {
  try {
    const client = await connect(connectionString, log);
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_alone', [
      LEASE_LOCK,
    ]);
    if (rows[0]?.is_alone === true) return client;
    await client.end();
  } catch (error) {
    const code = databaseError(error)?.code;
    if (code !== undefined && !code.startsWith(SHUTDOWN_CODES)) throw error;
    log.debug({ err: error }, 'the embedded PostgreSQL ends without this process');
  }
  return undefined;
}

async function join(connectionString: string, clusterDir: string, log: Logger): Promise<pg.Client> {
  const client = await connect(connectionString, log);
  try {
    // A copied cluster knows the same password; it is not the same cluster.
    const { rows } = await client.query(
      `select current_setting('data_directory') as directory, pg_advisory_lock_shared($1)`,
      [LEASE_LOCK],
    );
    if (rows[0]?.directory !== clusterDir)
      throw new Error(`the server there belongs to ${rows[0]?.directory}, not to ${clusterDir}`);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function connect(connectionString: string, log: Logger): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'hexlot lease',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', (error) => log.debug({ err: error }, 'lease connection lost'));
  await client.connect();
  return client;
}
