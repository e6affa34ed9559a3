import pg from 'pg';
import type { Logger } from 'pino';

/** A pool, and its open connections. Errors of idle ones are logged, never thrown. */
export function openPool(settings: pg.PoolConfig, log: Logger) {
  const pool = new pg.Pool(settings);
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'));
  const clients = new Set<pg.Client>();
  pool.on('connect', (client) => {
    clients.add(client);
    // The server may end a connection before anybody who waits for one has it.
    client.on('error', () => undefined);
  });
  pool.on('remove', (client) => clients.delete(client));
  return { pool, clients };
}

/** Says that a connection must not be used again. */
export type GiveUp = (error: Error) => void;

type Work<T> = (client: pg.PoolClient, giveUp: GiveUp) => Promise<T>;

/**
 * Works on a connection of the pool. Where a newer version has changed the columns of a statement
 * that was prepared before, the connection is discarded and the work is done again on another one:
 * nothing of it was done, or all was rolled back.
 */
export async function connected<T>(pool: pg.Pool, work: Work<T>): Promise<T> {
  try {
    return await onConnection(pool, work);
  } catch (error) {
    if (!isOutdated(error)) throw error;
    return connected(pool, work);
  }
}

/**
 * A lost connection is discarded, and so is one that did not answer; one on which a statement was
 * refused is kept, with its prepared statements, unless these are outdated.
 */
async function onConnection<T>(pool: pg.Pool, work: Work<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const giveUp = (error: Error) => {
    broken = error;
  };
  // A lost connection also emits an error event, which would end the process without a listener.
  client.on('error', giveUp);
  try {
    return await work(client, giveUp);
  } catch (error) {
    // The server sends this before it closes the connection.
    if (error instanceof pg.DatabaseError && error.severity === 'FATAL') giveUp(error);
    if (isOutdated(error) || isUnanswered(error)) giveUp(error);
    throw error;
  } finally {
    client.off('error', giveUp);
    client.release(broken);
  }
}

/** "cached plan must not change result type", by the name that no language translates. */
function isOutdated(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
}

/** The server took longer than `query_timeout`; whatever is sent after that is not read either. */
export function isUnanswered(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}
