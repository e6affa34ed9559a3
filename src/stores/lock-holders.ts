import { setInterval as ticks } from 'node:timers/promises';
import pg from 'pg';
import { monotonicMs } from '../kit/clock.ts';
import { bind, loadQuery } from './sql.ts';

/** A lock that is waited for longer than this gets a line that names who holds it. */
export const QUIET_WAIT_MS = 5_000;
/** Shorter than any wait for a lock that is given up. */
const LOOK_MS = 100;

/** Either an advisory lock, or the process of the server that waits. */
type WaitedFor = { advisoryLock: number } | { waitingPid: number };

type Holder = {
  pid: number;
  application: string | null;
  /** Its address; null for a local socket, and where the server does not tell. */
  client: string | null;
  /** When its transaction began, or without one its connection; null where it is not told. */
  since: Date | null;
};

/** Who holds a lock, for a line of the log; undefined when nobody does any more. */
export async function describeHolders(
  client: pg.Client,
  waitedFor: WaitedFor,
): Promise<string | undefined> {
  const query = loadQuery('lock_list_holders');
  const values = {
    advisoryLock: 'advisoryLock' in waitedFor ? waitedFor.advisoryLock : null,
    waitingPid: 'waitingPid' in waitedFor ? waitedFor.waitingPid : null,
  };
  const { rows } = await client.query<Holder>(query.text, bind(query, values));
  return rows.length === 0 ? undefined : rows.map(describeHolder).join(', ');
}

function describeHolder({ pid, application, client, since }: Holder): string {
  const known = [
    application,
    client && `from ${client}`,
    since && `since ${since.toISOString()}`,
  ].filter((part) => part !== null && part !== '');
  return `process ${pid} of the database server${known.length > 0 ? ` (${known.join(', ')})` : ''}`;
}

type LockWatch = {
  /** Who kept the watched process waiting when it was last seen to wait. */
  lastHolders(): string | undefined;
  stop(): Promise<void>;
};

/**
 * Looks, on a connection of its own, who keeps the process `pid` of the server waiting.
 * `onLongWait` is called with the holders once for each wait that is longer than QUIET_WAIT_MS.
 */
export async function watchLocks(
  settings: pg.ClientConfig,
  pid: number,
  onLongWait: (holders: string) => void,
): Promise<LockWatch> {
  const client = new pg.Client(settings);
  client.on('error', () => undefined);
  await client.connect();
  const stopping = new AbortController();
  let lastHolders: string | undefined;

  async function watch(): Promise<void> {
    let waitsSince: number | undefined;
    let isLogged = false;
    for await (const _ of ticks(LOOK_MS, undefined, { signal: stopping.signal })) {
      const holders = await describeHolders(client, { waitingPid: pid });
      if (holders === undefined) {
        waitsSince = undefined;
        isLogged = false;
        continue;
      }
      lastHolders = holders;
      waitsSince ??= monotonicMs();
      if (isLogged || monotonicMs() - waitsSince < QUIET_WAIT_MS) continue;
      onLongWait(holders);
      isLogged = true;
    }
  }

  // It only tells: the work that is watched goes on without it.
  const watching = watch().catch(() => undefined);
  return {
    lastHolders: () => lastHolders,
    async stop() {
      stopping.abort();
      await watching;
      await client.end();
    },
  };
}
