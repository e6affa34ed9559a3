import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { databaseError } from './database-error.ts';

/** This process's share in a running server. */
export type Lease = {
  /** Gives the share back and runs `stop` if it was the last one. */
  release(stop: () => Promise<void>): Promise<void>;
};

type LeasedServer = {
  connectionString: string;
  clusterDir: string;
  /** Starts the server when none is running; throws with its output when it does not start. */
  revive(): Promise<void>;
};

/**
 * The lock that every process that uses the server shares. A process that can take it exclusively
 * is the last one.
 */
const LEASE_LOCK = 7_105_203;
const CONNECT_TIMEOUT_MS = 5_000;
/** The connection may be lost while the server runs, and for several processes at once. */
const REVIVE_MS_MIN = 100;
const REVIVE_MS_MAX = 15_000;
const SHUTDOWN_CODES = '57P';
const NOBODY_THERE = 'ECONNREFUSED';

/**
 * Takes a share in the server: a lock that lives as long as a connection, so that a process that
 * dies gives it back. Every process with a share keeps the server running: a lost connection is
 * opened again in the background, and a server that has died is started again, at growing intervals
 * while it does not start. Throws the error of the first connection, or when another cluster
 * answers.
 */
export async function openLease(server: LeasedServer, log: Logger): Promise<Lease> {
  const leaving = new AbortController();
  let rejoining = Promise.resolve();
  let client = await joinWatched();

  async function joinWatched(): Promise<pg.Client> {
    const joined = await join(server, log);
    joined.once('end', () => {
      rejoining = rejoin();
    });
    return joined;
  }

  async function rejoin(): Promise<void> {
    let delayMs = REVIVE_MS_MIN;
    let isLogged = false;
    while (!leaving.signal.aborted) {
      // Random, so that the processes that share the server do not all try at the same moment.
      const pauseMs = delayMs * (1 + Math.random());
      await sleep(pauseMs, undefined, { ref: false, signal: leaving.signal }).catch(() => {});
      try {
        client = await joinWatched();
        if (isLogged) log.info('embedded PostgreSQL is up again');
        return;
      } catch (error) {
        log.debug({ err: error }, 'cannot connect to embedded PostgreSQL');
        if (codeOf(error) !== NOBODY_THERE) continue;
      }
      if (leaving.signal.aborted) return;
      if (!isLogged) log.error('embedded PostgreSQL stopped; restarting it');
      isLogged = true;
      const refusal = await server.revive().catch((error: Error) => error);
      delayMs = refusal === undefined ? REVIVE_MS_MIN : Math.min(delayMs * 2, REVIVE_MS_MAX);
      if (refusal !== undefined)
        log.error({ err: refusal, delay_ms: delayMs }, 'embedded PostgreSQL did not start');
    }
  }

  return {
    async release(stop) {
      leaving.abort();
      await rejoining;
      await client.end();
      const last = await takeAlone(server.connectionString, log);
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
 * A connection that holds the lock exclusively, so that processes that arrive meanwhile wait for it
 * and see the shutdown; undefined when others have shares or the server is already ending.
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
    log.debug({ err: error }, 'embedded PostgreSQL is already shutting down');
  }
  return undefined;
}

async function join(server: LeasedServer, log: Logger): Promise<pg.Client> {
  const client = await connect(server.connectionString, log);
  try {
    // A copied cluster has the same password, but it is another cluster.
    const { rows } = await client.query(
      `select current_setting('data_directory') as directory, pg_advisory_lock_shared($1)`,
      [LEASE_LOCK],
    );
    const directory = rows[0]?.directory;
    if (directory !== server.clusterDir)
      throw new Error(`the server there belongs to ${directory}, not to ${server.clusterDir}`);
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

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
