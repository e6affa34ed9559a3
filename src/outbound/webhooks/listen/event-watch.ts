import type { Logger } from 'pino';
import type { Caller } from '../../../access/keys/caller.ts';
import { AppError } from '../../../kit/errors.ts';
import type { EventType } from '../../../parking/events/event-data.ts';
import type { Querier } from '../../../stores/postgres.ts';

/** How often the database is asked while somebody waits. */
const CHECK_MS = 250;
/** Calls of one key that wait at the same time, in one process. */
export const WAITING_MAX = 5;
const RETRY_SECONDS = 1;

/** A caller that waits for its next event. */
export type Waiter = {
  /**
   * Resolves with true as soon as an event may have come since `join` or the last call, with false
   * after `msMax` or when `signal` is aborted.
   */
  next(msMax: number, signal: AbortSignal): Promise<boolean>;
  leave(): void;
};

export type EventWatch = {
  /**
   * Begins to wait for events of the caller's operator and world; of all types where `types` is
   * null. Errors: RATE_LIMITED when WAITING_MAX calls of this key wait already.
   */
  join(caller: Caller, types: readonly EventType[] | null): Waiter;
  close(): void;
};

type Fresh = { operatorId: string; livemode: boolean; type: EventType };
type Waiting = { keyId: string; types: readonly EventType[] | null; wake: () => void };

/**
 * Notices new events for all callers that wait, with one query each CHECK_MS, and with none while
 * nobody waits. An event is compared with the callers of its operator and world only.
 */
export function createEventWatch(db: Querier, log: Logger): EventWatch {
  const waiting = openWaitingRoom();
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;
  /** All that is visible in it was noticed; undefined: not known, so everybody looks. */
  let seen: string | undefined;

  async function check(): Promise<void> {
    try {
      const rows = await readFresh(db, seen);
      const isFirst = seen === undefined;
      seen = rows[0]?.snapshot;
      if (isFirst) waiting.wakeAll();
      else for (const row of rows) waiting.wakeFor(row);
    } catch (error) {
      log.warn({ err: error }, 'could not look for new events: everybody who waits looks');
      seen = undefined;
      waiting.wakeAll();
    }
  }

  /** Checks now, and again after a pause for as long as somebody waits. */
  function run(): void {
    if (isChecking || timer !== undefined) return;
    isChecking = true;
    void check().finally(() => {
      isChecking = false;
      if (waiting.isEmpty()) seen = undefined;
      else timer = setTimeout(again, CHECK_MS);
    });
  }

  function again(): void {
    timer = undefined;
    if (waiting.isEmpty()) seen = undefined;
    else run();
  }

  return {
    join(caller, types) {
      const waiter = waiting.enter(caller, types);
      run();
      return waiter;
    },
    close() {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** Those who wait, by operator and world. */
function openWaitingRoom() {
  const waiting = new Map<string, Set<Waiting>>();
  return {
    isEmpty: () => waiting.size === 0,
    clear: () => waiting.clear(),
    wakeAll() {
      for (const some of waiting.values()) for (const one of some) one.wake();
    },
    wakeFor({ operatorId, livemode, type }: Fresh) {
      for (const one of waiting.get(worldKey(operatorId, livemode)) ?? [])
        if (one.types === null || one.types.includes(type)) one.wake();
    },
    enter({ keyId, operatorId, livemode }: Caller, types: readonly EventType[] | null): Waiter {
      const world = worldKey(operatorId, livemode);
      const here = waiting.get(world) ?? new Set();
      const ofKey = [...here].filter((one) => one.keyId === keyId);
      if (ofKey.length >= WAITING_MAX) throw tooMany();
      const { one, waiter } = newWaiter({ keyId, types }, () => {
        if (here.delete(one) && here.size === 0) waiting.delete(world);
      });
      waiting.set(world, here.add(one));
      return waiter;
    },
  };
}

function readFresh(db: Querier, seen: string | undefined) {
  if (seen === undefined) return db.query<{ snapshot: string } & Fresh>('events_read_position');
  return db.query<{ snapshot: string } & Fresh>('events_watch', { seen });
}

const worldKey = (operatorId: string, livemode: boolean) => `${operatorId} ${livemode}`;

function newWaiter(whose: Omit<Waiting, 'wake'>, leave: () => void) {
  let isWoken = false;
  let end: (isWoken: boolean) => void = () => undefined;
  const one: Waiting = {
    ...whose,
    wake() {
      isWoken = true;
      end(true);
    },
  };
  const waiter: Waiter = {
    leave,
    async next(msMax, signal) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const giveUp = () => resolve(false);
      const timer = setTimeout(giveUp, msMax);
      signal.addEventListener('abort', giveUp);
      end = resolve;
      if (signal.aborted) giveUp();
      else if (isWoken) resolve(true);
      const answer = await promise;
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      isWoken = false;
      return answer;
    },
  };
  return { one, waiter };
}

function tooMany(): AppError {
  const message = `${WAITING_MAX} calls of this key wait for events already: let one of them end`;
  return new AppError('RATE_LIMITED', message, {
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
}
