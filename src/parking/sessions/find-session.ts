import type { Principal } from '../../access/principals/principal.ts';
import { notFound } from '../../kit/errors.ts';
import {
  isSameCode,
  oneOfCode,
  readShortCode,
  readSpokenCode,
} from '../../kit/text/spoken-code.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { FoundSession } from './session.ts';
import { type SessionRow, toSession } from './session-row.ts';

/** The session, if this caller may see it; NOT_FOUND in every other case. */
export async function findSession(
  db: Querier,
  caller: Principal,
  sessionId: string,
): Promise<FoundSession> {
  const [row] = await db.query<SessionRow>('session_find', {
    sessionId,
    ...viewerOf(caller),
  });
  if (row === undefined) throw notFound('session');
  return toSession(row);
}

/** How a caller names a session: by its id, by the code that people read aloud, or by both. */
export type SessionName =
  | { sessionId: string; sessionCode: string | null }
  | { sessionId: null; sessionCode: string };

/**
 * The session with this name, if this caller may see it; NOT_FOUND in every other case. BAD_REQUEST
 * with `candidates` when several with the code are under way.
 */
export async function findNamedSession(
  db: Querier,
  caller: Principal,
  { sessionId, sessionCode }: SessionName,
): Promise<FoundSession> {
  if (sessionId === null) return findByCode(db, caller, sessionCode);
  const found = await findSession(db, caller, sessionId);
  const isRight = sessionCode === null || isSameCode(sessionCode, found.sessionCode);
  if (!isRight) throw notFound('session');
  return found;
}

/**
 * The session with this id or code, if this caller may see it. The last four signs of a code name
 * stays that are under way only. Errors: NOT_FOUND, and BAD_REQUEST with `candidates` when several
 * with the code are under way.
 */
export async function findStatedSession(
  db: Querier,
  caller: Principal,
  stated: string,
): Promise<FoundSession> {
  const shortCode = readShortCode(stated);
  if (shortCode !== undefined)
    return oneOf(
      await db.query<SessionRow>('session_find_by_short_code', {
        shortCode,
        ...viewerOf(caller),
      }),
    );
  const isCode = readSpokenCode(stated) !== undefined;
  return isCode ? findByCode(db, caller, stated) : findSession(db, caller, stated);
}

async function findByCode(db: Querier, caller: Principal, text: string): Promise<FoundSession> {
  const sessionCode = readSpokenCode(text);
  if (sessionCode === undefined) throw notFound('session');
  return oneOf(
    await db.query<SessionRow>('session_find_by_code', {
      sessionCode,
      ...viewerOf(caller),
    }),
  );
}

function oneOf(rows: readonly SessionRow[]): FoundSession {
  const found = oneOfCode(rows, {
    isLiving: ({ status }) => status === 'active',
    shown: ({ sessionId, sessionCode, lotName, startedAt }) => ({
      session_id: sessionId,
      session_code: sessionCode,
      lot_name: lotName,
      started_at: startedAt,
    }),
  });
  if (found === undefined) throw notFound('session');
  return toSession(found);
}

function viewerOf({ livemode, operatorId, fleetId }: Principal) {
  return { livemode, operatorId, fleetId };
}
