import pg from 'pg';
import type { Logger } from 'pino';
import { tryAdvisoryLock, unlock } from './advisory-lock.ts';
import { describeHolders } from './lock-holders.ts';

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

/**
 * Takes an advisory lock that ends with this connection, at the latest; undefined when another
 * process has it. `onHeld` is then told who.
 */
export async function tryLock(
  client: pg.Client,
  lock: number,
  { onEnd, onHeld }: { onEnd?: () => void; onHeld?: (holders: string) => void } = {},
): Promise<{ release(): Promise<void> } | undefined> {
  if (await tryAdvisoryLock(client, lock)) {
    if (onEnd !== undefined) client.on('end', onEnd);
    return { release: () => unlock(client, lock).finally(() => client.end()) };
  }
  const holders = onHeld && (await describeHolders(client, { advisoryLock: lock }));
  await client.end();
  if (holders !== undefined) onHeld?.(holders);
  return undefined;
}
