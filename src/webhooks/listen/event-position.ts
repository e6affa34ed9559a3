import { badField } from '../../errors.ts';

/**
 * What a listener has read of its events. Transactions are committed in another order than they are
 * numbered, so it is no number: it is all that is visible in a snapshot.
 */
export type EventPosition = {
  /** The database server whose transactions these are. */
  system: string;
  /** When it was made, seconds since 1970. */
  madeAt: number;
  /** As PostgreSQL writes a snapshot. */
  seen: string;
  /** Only a part of what became visible between `seen` and `until` was read: up to this event. */
  part: { until: string; tx: string; id: string } | null;
};

/** Longer than the snapshots of a server with hundreds of writers. */
export const CURSOR_LENGTH_MAX = 8_000;

const CURSOR = /^(\d{1,20}) (\d{1,11}) ([\d:,]+)(?: ([\d:,]+) (\d{1,20}) (evt_[0-9a-z]{1,64}))?$/;
const SNAPSHOT = /^(\d{1,20}):(\d{1,20}):((?:\d{1,20}(?:,\d{1,20})*)?)$/;
const TX_MAX = 2n ** 64n - 1n;

/**
 * The position as opaque text. Whoever makes one up only reads own events, from another point on.
 */
export function writeEventCursor({ system, madeAt, seen, part }: EventPosition): string {
  const words = [system, madeAt, seen, ...(part === null ? [] : [part.until, part.tx, part.id])];
  return Buffer.from(words.join(' ')).toString('base64url');
}

/** Errors: BAD_REQUEST naming `after` for anything but the text of a position. */
export function readEventCursor(cursor: string): EventPosition {
  const plain = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, system, madeAt, seen, until, tx, id] = CURSOR.exec(plain) ?? [];
  if (system === undefined || madeAt === undefined || seen === undefined) throw noCursor();
  const isPart = until !== undefined && tx !== undefined && id !== undefined;
  const position: EventPosition = {
    system,
    madeAt: Number(madeAt),
    seen,
    part: isPart ? { until, tx, id } : null,
  };
  const isSound = isSnapshot(seen) && (!isPart || (isSnapshot(until) && BigInt(tx) <= TX_MAX));
  if (!isSound || writeEventCursor(position) !== cursor) throw noCursor();
  return position;
}

function noCursor(): Error {
  return badField('after', 'is not the cursor of an earlier answer');
}

/** Whether PostgreSQL can read it: all between both ends, and those under way in order. */
function isSnapshot(text: string): boolean {
  const [, low, high, list] = SNAPSHOT.exec(text) ?? [];
  if (low === undefined || high === undefined || list === undefined) return false;
  const [xmin, xmax] = [BigInt(low), BigInt(high)];
  const underWay = list.split(',').filter(Boolean).map(BigInt);
  return (
    xmin >= 1n &&
    xmin <= xmax &&
    xmax <= TX_MAX &&
    underWay.every((tx, i) => tx >= (underWay[i - 1] ?? xmin) && tx < xmax)
  );
}
