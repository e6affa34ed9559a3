import type { Logger } from 'pino';
import type { Principal } from '../../../access/principals/principal.ts';
import { AppError } from '../../../kit/errors.ts';
import { createWakeable, type Wakeable } from '../../../kit/pool/wakeable.ts';
import type { EventType } from '../../../parking/events/event-data.ts';
import type { Querier } from '../../../stores/postgres.ts';

/** How often the database is asked while somebody waits. */
const CHECK_MS = 250;
/** Calls of one key that wait at the same time, in one process. */
export const WAITING_MAX = 5;
const RETRY_SECONDS = 1;

/** A caller that waits for its next event. */
type Waiter = {
  /**
   * Resolves with true as soon as an event may have come since `join` or the last call, with false
   * after `msMax` or when `signal` is aborted.
   */
  next: Wakeable['pause'];
  leave(): void;
};

export type EventWatch = {
  /**
   * Begins to wait for events of the caller's operator and mode; of all types where `types` is
   * null. Errors: RATE_LIMITED when WAITING_MAX calls of this key wait already.
   */
  join(caller: Principal, types: readonly EventType[] | null): Waiter;
  close(): void;
};

type Fresh = { operatorId: string; livemode: boolean; type: EventType };
type Waiting = { keyId: string; types: readonly EventType[] | null; wake: Wakeable['wake'] };

/**
 * Notices new events for all callers that wait, with one query each CHECK_MS, and with none while
 * nobody waits. An event is compared with the callers of its operator and mode only.
 */
export function createEventWatch(db: Querier, log: Logger): EventWatch {
  /** Those who wait, by operator and mode. */
  const waiting = new Map<string, Set<Waiting>>();
  const closing = new AbortController();
  let isRunning = false;
  /** All that is visible in it was noticed; undefined: not known, so everybody looks. */
  let seen: string | undefined;

  function wakeAll(): void {
    for (const some of waiting.values()) for (const one of some) one.wake();
  }

  function wakeFor({ operatorId, livemode, type }: Fresh): void {
    for (const one of waiting.get(modeKey(operatorId, livemode)) ?? [])
      if (one.types === null || one.types.includes(type)) one.wake();
  }

  async function check(): Promise<void> {
    try {
      const isFirst = seen === undefined;
      const rows = await readFresh(db, seen);
      seen = rows[0]?.snapshot;
      if (isFirst) return wakeAll();
      for (const row of rows) wakeFor(row);
    } catch (error) {
      log.warn({ err: error }, 'polling for events failed; waking all waiters');
      seen = undefined;
      wakeAll();
    }
  }

  /** Checks now, and again after a pause for as long as somebody waits. */
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    const { pause } = createWakeable();
    while (waiting.size > 0 && !closing.signal.aborted) {
      await check();
      if (waiting.size > 0) await pause(CHECK_MS, closing.signal);
    }
    seen = undefined;
    isRunning = false;
  }

  return {
    join(caller, types) {
      const waiter = enter(waiting, caller, types);
      void run();
      return waiter;
    },
    close() {
      closing.abort();
      waiting.clear();
    },
  };
}

function enter(
  waiting: Map<string, Set<Waiting>>,
  { id: keyId, operatorId, livemode }: Principal,
  types: readonly EventType[] | null,
): Waiter {
  const mode = modeKey(operatorId, livemode);
  const here = waiting.get(mode) ?? new Set();
  const ofKey = [...here].filter((one) => one.keyId === keyId);
  if (ofKey.length >= WAITING_MAX) throw tooMany();
  const { wake, pause } = createWakeable();
  const one: Waiting = { keyId, types, wake };
  waiting.set(mode, here.add(one));
  return {
    next: pause,
    leave() {
      if (here.delete(one) && here.size === 0) waiting.delete(mode);
    },
  };
}

function readFresh(db: Querier, seen: string | undefined) {
  if (seen === undefined) return db.query<{ snapshot: string } & Fresh>('events_read_position');
  return db.query<{ snapshot: string } & Fresh>('events_watch', { seen });
}

const modeKey = (operatorId: string, livemode: boolean) => `${operatorId} ${livemode}`;

function tooMany(): AppError {
  const message = `${WAITING_MAX} calls of this key wait for events already: let one of them end`;
  return new AppError('RATE_LIMITED', message, {
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
}
