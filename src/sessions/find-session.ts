import { notFound } from '../errors.ts';
import type { Caller } from '../keys/caller.ts';
import type { Querier } from '../stores/postgres.ts';
import type { FoundSession } from './session.ts';
import { type SessionRow, toSession } from './session-row.ts';

/** The session, if this caller may see it; NOT_FOUND otherwise, whatever the reason. */
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

/** The session, if its code is the one given or none is. NOT_FOUND otherwise. */
export async function findCodedSession(
  db: Querier,
  caller: Caller,
  { sessionId, sessionCode }: { sessionId: string; sessionCode: string | null },
): Promise<FoundSession> {
  const found = await findSession(db, caller, sessionId);
  if (sessionCode !== null && sessionCode !== found.sessionCode) throw notFound('session');
  return found;
}
