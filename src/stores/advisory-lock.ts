import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { monotonicMs } from '../kit/clock.ts';
import { describeHolders, QUIET_WAIT_MS } from './lock-holders.ts';

const POLL_MS = 100;

/** How somebody waits: `log` gets a line when it takes long, `signal` ends it at once. */
export type Waiting = { log?: Logger | undefined; signal?: AbortSignal | undefined };

/**
 * Runs `work` while this session holds an advisory lock, and gives the lock back: behind a
 * connection pool, the end of the connection would not. Asks for the lock again and again, because
 * `create index concurrently` of the holder would wait for a statement that waits for the lock.
 */
export async function whileLocked<T>(
  client: pg.Client,
  lock: { key: number; name: string },
  { log, signal }: Waiting,
  work: () => Promise<T>,
): Promise<T> {
  const since = monotonicMs();
  let isLogged = false;
  while (!(await tryAdvisoryLock(client, lock.key))) {
    if (!isLogged && monotonicMs() - since >= QUIET_WAIT_MS) {
      const holders = await describeHolders(client, { advisoryLock: lock.key });
      log?.warn(`waiting for the lock of ${lock.name}, held by ${holders ?? 'nobody any more'}`);
      isLogged = true;
    }
    await sleep(POLL_MS, undefined, { signal });
  }
  try {
    return await work();
  } finally {
    await unlock(client, lock.key);
  }
}

/** Whether this session has the lock now. */
export async function tryAdvisoryLock(client: pg.Client, key: number): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as is_taken', [key]);
  return rows[0]?.is_taken === true;
}

/** Gives the lock back; a connection that was lost has lost its lock as well. */
export async function unlock(client: pg.Client, key: number): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [key]).catch(() => undefined);
}
