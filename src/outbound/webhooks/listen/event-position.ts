import { badField } from '../../../kit/errors.ts';
import {
  type CommitPosition,
  POSITION_LENGTH_MAX,
  readPosition,
  writePosition,
} from '../../../stores/commit-position.ts';

/** What a listener has read of its events. */
export type EventPosition = CommitPosition & {
  /** The database server whose transactions these are. */
  system: string;
  /** When it was made, seconds since 1970. */
  madeAt: number;
};

export const CURSOR_LENGTH_MAX = POSITION_LENGTH_MAX;

const CURSOR = /^(\d{1,20}) (\d{1,11}) (.+)$/;
const EVENT_ID = /^evt_[0-9a-z]{1,64}$/;

/**
 * The position as opaque text. Whoever makes one up only reads own events, from another point on.
 */
export function writeEventCursor({ system, madeAt, ...position }: EventPosition): string {
  return Buffer.from(`${system} ${madeAt} ${writePosition(position)}`).toString('base64url');
}

/** Errors: BAD_REQUEST naming `after` for anything but the text of a position. */
export function readEventCursor(cursor: string): EventPosition {
  const plain = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, system = '', madeAt, rest = ''] = CURSOR.exec(plain) ?? [];
  const known = readPosition(rest, EVENT_ID);
  const position = known && { system, madeAt: Number(madeAt), ...known };
  if (position === undefined || writeEventCursor(position) !== cursor)
    throw badField('after', 'is not the cursor of an earlier answer');
  return position;
}
