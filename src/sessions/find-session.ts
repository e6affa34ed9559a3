import { notFound } from '../errors.ts';
import type { Caller } from '../keys/caller.ts';
import type { Querier } from '../stores/postgres.ts';
import type { FoundSession } from './session.ts';
import { isSameCode, normaliseSessionCode } from './session-code.ts';
import { type SessionRow, toSession } from './session-row.ts';

/** The session, if this caller may see it; NOT_FOUND in every other case. */
export async function findSession(
  db: Querier,
  caller: Caller,
  sessionId: string,
): Promise<FoundSession> {
  const [row] = await db.query<SessionRow>('session_find', {
    session_id: sessionId,
    livemode: caller.livemode,
    operator_id: caller.operatorId,
    fleet_id: caller.fleetId,
  });
  if (row === undefined) throw notFound('session');
  return toSession(row);
}

/** How a caller names a session: by its id, by the code that people read aloud, or by both. */
export type SessionName =
  | { sessionId: string; sessionCode: string | null }
  | { sessionId: null; sessionCode: string };

/** The session with this name, if this caller may see it; NOT_FOUND in every other case. */
export async function findNamedSession(
  db: Querier,
  caller: Caller,
  { sessionId, sessionCode }: SessionName,
): Promise<FoundSession> {
  if (sessionId === null) return findByCode(db, caller, sessionCode);
  const found = await findSession(db, caller, sessionId);
  const isRight = sessionCode === null || isSameCode(sessionCode, found.sessionCode);
  if (!isRight) throw notFound('session');
  return found;
}

async function findByCode(db: Querier, caller: Caller, text: string): Promise<FoundSession> {
  const sessionCode = normaliseSessionCode(text);
  if (sessionCode === undefined) throw notFound('session');
  const [row, other] = await db.query<SessionRow>('session_find_by_code', {
    session_code: sessionCode,
    livemode: caller.livemode,
    operator_id: caller.operatorId,
    fleet_id: caller.fleetId,
  });
  if (row === undefined || other !== undefined) throw notFound('session');
  return toSession(row);
}
