import pg from 'pg';
import type { Logger } from 'pino';

export type ListenHandlers = { onNotice(payload: string): void; onLost(): void };

/** A connection outside the pool, for work that takes longer than a statement may. */
export async function connectAlone(settings: pg.ClientConfig, log: Logger): Promise<pg.Client> {
  const client = new pg.Client({ ...settings, statement_timeout: 0 });
  client.on('error', (error) => log.warn({ err: error }, 'database connection lost'));
  await client.connect();
  return client;
}

/** Calls the handlers of this connection's notices until it is closed. */
export async function listen(client: pg.Client, channel: string, handlers: ListenHandlers) {
  client.on('notification', (notice) => handlers.onNotice(notice.payload ?? ''));
  client.on('end', () => handlers.onLost());
  try {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  } catch (error) {
    await client.end();
    throw error;
  }
  return { close: () => client.end() };
}

/** Takes an advisory lock that ends with this connection; undefined when another process has it. */
export async function tryLock(client: pg.Client, lock: number, onEnd?: () => void) {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [lock]);
  if (rows[0]?.taken === true) {
    if (onEnd !== undefined) client.on('end', onEnd);
    return { release: () => client.end() };
  }
  await client.end();
  return undefined;
}
