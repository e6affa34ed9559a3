import pg from 'pg';
import type { Logger } from 'pino';
import { tryAdvisoryLock, unlock } from './advisory-lock.ts';
import { describeHolders } from './lock-holders.ts';

export type ListenHandlers = { onNotice(payload: string): void; onLost(): void };
/** How a connection is opened that is not one of the pool. */
type Alone = { settings: pg.ClientConfig; log: Logger };

/** Statements of such a connection are short, and one without an answer has lost the server. */
const ANSWER_MS_MAX = 5_000;
/** How often a connection that only listens asks whether the server is still there. */
const CHECK_MS = 10_000;

/** A connection outside the pool, for what lasts longer than a statement: locks and notices. */
async function connectAlone({ settings, log }: Alone): Promise<pg.Client> {
  const client = new pg.Client({ ...settings, query_timeout: ANSWER_MS_MAX });
  client.on('error', (error) => log.warn({ err: error }, 'database connection lost'));
  await client.connect();
  return client;
}

/**
 * On a connection of its own, calls the handlers of a channel's notices until it is closed, or the
 * server does not answer any more: a network may lose a connection without closing it.
 */
export async function listen(
  alone: Alone,
  channel: string,
  handlers: ListenHandlers,
): Promise<{ close(): Promise<void> }> {
  const client = await connectAlone(alone);
  client.on('notification', (notice) => handlers.onNotice(notice.payload ?? ''));
  const check = setInterval(() => {
    client.query('select 1').catch(() => client.end());
  }, CHECK_MS);
  client.on('end', () => {
    clearInterval(check);
    handlers.onLost();
  });
  try {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  } catch (error) {
    await client.end();
    throw error;
  }
  return { close: () => client.end() };
}

/**
 * Takes an advisory lock that ends with a connection of its own, at the latest; undefined when
 * another process has it. `onHeld` is then told who.
 */
export async function tryLock(
  alone: Alone,
  lock: number,
  { onEnd, onHeld }: { onEnd?: () => void; onHeld?: (holders: string) => void } = {},
): Promise<{ release(): Promise<void> } | undefined> {
  const client = await connectAlone(alone);
  if (await tryAdvisoryLock(client, lock)) {
    if (onEnd !== undefined) client.on('end', onEnd);
    return { release: () => unlock(client, lock).finally(() => client.end()) };
  }
  const holders = onHeld && (await describeHolders(client, { advisoryLock: lock }));
  await client.end();
  if (holders !== undefined) onHeld?.(holders);
  return undefined;
}
