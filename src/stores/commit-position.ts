/**
 * How far rows were read in the order in which their transactions were committed. Transactions are
 * committed in another order than they are numbered, so it is a snapshot, not a number.
 */
export type CommitPosition = {
  /** As PostgreSQL writes a snapshot. */
  seen: string;
  /** Only a part of what became visible between `seen` and `until` was read: up to this row. */
  part: { until: string; tx: string; id: string } | null;
};

/** A row that was read: of the part that an earlier call began (1), or after it (2). */
export type ReadRow = { tx: string; id: string; part: 1 | 2 };

const POSITION = /^([\d:,]+)(?: ([\d:,]+) (\d{1,20}) (\w{1,68}))?$/;
const SNAPSHOT = /^(\d{1,20}):(\d{1,20}):((?:\d{1,20}(?:,\d{1,20})*)?)$/;
const TX_MAX = 2n ** 64n - 1n;

/** Longer than the snapshots of a server with hundreds of writers, with what stands before them. */
export const POSITION_LENGTH_MAX = 8_000;

export function writePosition({ seen, part }: CommitPosition): string {
  return [seen, ...(part === null ? [] : [part.until, part.tx, part.id])].join(' ');
}

/** Undefined for anything but the text of a position whose rows have such ids. */
export function readPosition(text: string, id: RegExp): CommitPosition | undefined {
  const [, seen, until, tx, last] = POSITION.exec(text) ?? [];
  if (seen === undefined || !isSnapshot(seen)) return undefined;
  if (until === undefined || tx === undefined || last === undefined) return { seen, part: null };
  const isSound = isSnapshot(until) && BigInt(tx) <= TX_MAX && id.test(last);
  return isSound ? { seen, part: { until, tx, id: last } } : undefined;
}

/**
 * The position after a call that read, in the snapshot `now`, all rows after `position` (`last`
 * null), or only those up to `last`.
 */
export function positionAfter(
  { seen, part }: CommitPosition,
  now: string,
  last: ReadRow | null,
): CommitPosition {
  if (last === null) return { seen: now, part: null };
  const { tx, id } = last;
  // Still within the part that was begun by an earlier call.
  if (part !== null && last.part === 1) return { seen, part: { until: part.until, tx, id } };
  return { seen: part?.until ?? seen, part: { until: now, tx, id } };
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
