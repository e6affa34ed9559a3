import { badField } from '../errors.ts';

/** Where a page of sessions ended, newest first: the next one begins after this place. */
export type SessionPosition = { createdUs: number; sessionId: string };

/** 16 digits of microseconds reach from 1653 to 2286. */
const CURSOR = /^(-?\d{1,16})_(ses_[0-9a-f]{32})$/;

/**
 * Opaque text for a position. It says all there is to know of it, so that to read on no session is
 * looked up: one made up for somebody else's session finds what lies after that place, no more.
 */
export function writeCursor({ createdUs, sessionId }: SessionPosition): string {
  return Buffer.from(`${createdUs}_${sessionId}`).toString('base64url');
}

/** The parameters of a statement that reads on; errors: BAD_REQUEST naming `cursor`. */
export function afterCursor(cursor: string | null): {
  after_us: string | null;
  after_session_id: string | null;
} {
  if (cursor === null) return { after_us: null, after_session_id: null };
  const plain = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, createdUs, sessionId] = CURSOR.exec(plain) ?? [];
  if (createdUs === undefined || sessionId === undefined)
    throw badField('cursor', 'is not a next_cursor');
  return { after_us: createdUs, after_session_id: sessionId };
}
