import { refuseFleet } from '../../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { monotonicMs } from '../../../kit/clock.ts';
import { badField, conflict } from '../../../kit/errors.ts';
import type { EventType } from '../../../parking/events/event-data.ts';
import { positionAfter } from '../../../stores/commit-position.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { KEPT_DAYS } from '../webhook.ts';
import { type EventPosition, readEventCursor, writeEventCursor } from './event-position.ts';
import type { EventWatch } from './event-watch.ts';

/** An event as webhooks get it. */
export type HeardEvent = {
  eventId: string;
  type: EventType;
  createdAt: Date;
  /** The exact text that is signed and sent. */
  body: string;
};

/** `cursor` continues after these events; with `hasMore` there are more already. */
type NextEvents = { events: HeardEvent[]; cursor: string; hasMore: boolean };

type Here = { snapshot: string; system: string; nowSeconds: number };
type EventRow = HeardEvent & { tx: string; part: 1 | 2; foundCount: number };
type NextRow = Here & { isElsewhere: boolean } & (EventRow | { [Column in keyof EventRow]: null });

/** Events of one answer. */
const EVENTS_MAX = 100;
/** An answer has no event that begins after so many bytes of bodies. */
const BODY_BYTES_MAX = 1_000_000;
const DAY_SECONDS = 86_400;
/** How often the key of a call that waits is checked. */
const KEY_CHECK_MS = 500;

/**
 * The events of the caller's operator and mode that were committed after the position `after`,
 * each once, in the order of their transactions. Without `after` there are none, and the position
 * is now. When there is none yet, it waits for the first one: at most `waitMs`, or until `leaving`
 * is aborted. A wait throws what `checkKey` throws: within KEY_CHECK_MS, and before it returns an
 * event. Errors: BAD_REQUEST naming `after`; CONFLICT `other_database` when `after` was given by
 * another one; FORBIDDEN for a fleet's key; RATE_LIMITED when too many calls of the key wait.
 */
export async function nextEvents(
  { db, eventWatch }: { db: Querier; eventWatch: EventWatch },
  caller: Principal,
  wish: {
    after: string | null;
    /** null: all. */
    types: readonly EventType[] | null;
    waitMs: number;
    leaving(): AbortSignal;
    /** Throws once the key may not do this any more. */
    checkKey(): Promise<void>;
  },
): Promise<NextEvents> {
  refuseFleet(caller, 'events');
  const { after, types, waitMs } = wish;
  if (after === null) return { events: [], cursor: await cursorOfNow(db), hasMore: false };
  const position = readEventCursor(after);
  if (waitMs === 0) return readNext(db, caller, position, types);

  const leaving = wish.leaving();
  const endsAt = monotonicMs() + waitMs;
  // Before the first look, so that no event falls between a look and the wait.
  const waiter = eventWatch.join(caller, types);
  try {
    for (;;) {
      const next = await readNext(db, caller, position, types);
      // After the read: what is written after a key has ended is not given to it.
      await wish.checkKey();
      if (next.events.length > 0) return next;
      if (!(await isWoken())) return next;
    }
  } finally {
    waiter.leave();
  }

  /** False: the wait is over. */
  async function isWoken(): Promise<boolean> {
    for (;;) {
      const restMs = endsAt - monotonicMs();
      if (restMs <= 0 || leaving.aborted) return false;
      if (await waiter.next(Math.min(restMs, KEY_CHECK_MS), leaving)) return true;
      await wish.checkKey();
    }
  }
}

async function cursorOfNow(db: Querier): Promise<string> {
  const [here] = await db.query<Here>('events_read_position');
  if (here === undefined) throw new Error('the database returned no position');
  return writeEventCursor(positionOf(here));
}

function positionOf({ snapshot, system, nowSeconds: madeAt }: Here): EventPosition {
  return { system, madeAt, seen: snapshot, part: null };
}

async function readNext(
  db: Querier,
  caller: Principal,
  position: EventPosition,
  types: readonly EventType[] | null,
): Promise<NextEvents> {
  const { system, seen, part } = position;
  const rows = await db.query<NextRow>('events_read_next', {
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    types,
    system,
    seen,
    until: part?.until ?? null,
    lastTx: part?.tx ?? null,
    lastId: part?.id ?? null,
    rowLimit: EVENTS_MAX + 1,
    byteLimit: BODY_BYTES_MAX,
  });
  const [here] = rows;
  if (here === undefined) throw new Error('the database returned no position');
  checkPosition(position, here);
  const found = rows.filter((row) => row.eventId !== null);
  const events = found.slice(0, EVENTS_MAX);
  const last = events.at(-1);
  const hasMore = last !== undefined && last.foundCount > events.length;
  return {
    events,
    cursor: writeEventCursor({
      ...positionOf(here),
      ...positionAfter(position, here.snapshot, hasMore ? { ...last, id: last.eventId } : null),
    }),
    hasMore,
  };
}

function checkPosition({ madeAt }: EventPosition, here: NextRow): void {
  if (here.isElsewhere)
    throw conflict(
      'other_database',
      'after: is a cursor of another database; begin again without after',
    );
  if (madeAt < here.nowSeconds - KEPT_DAYS * DAY_SECONDS)
    throw badField('after', `is older than ${KEPT_DAYS} days; begin again without it`);
}
