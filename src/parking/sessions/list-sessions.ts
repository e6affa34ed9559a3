import type { Principal } from '../../access/principals/principal.ts';
import { type ListedRow, type Page, readCursor, toPage } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { FoundSession, SessionStatus } from './session.ts';
import { type SessionRow, toSession } from './session-row.ts';

type SessionFilter = {
  fleetId: string | null;
  /** null: any. */
  statuses: SessionStatus[] | null;
  lotId: string | null;
  createdAfter: Date | null;
  createdBefore: Date | null;
  cursor: string | null;
  limit: number;
};

/**
 * Sessions on lots of the caller's operator and those that its keys created, newest first; for a
 * fleet key only its fleet's. Errors: BAD_REQUEST naming `cursor`.
 */
export async function listSessions(
  db: Querier,
  caller: Principal,
  filter: SessionFilter,
): Promise<Page<FoundSession>> {
  const rows = await db.query<ListedSession>('sessions_list', {
    livemode: caller.livemode,
    operatorId: caller.operatorId,
    fleetIds: [caller.fleetId, filter.fleetId].filter((fleet) => fleet !== null),
    statuses: filter.statuses,
    lotId: filter.lotId,
    createdAfter: filter.createdAfter,
    createdBefore: filter.createdBefore,
    ...readCursor(filter.cursor, SESSION_ID),
    rowLimit: filter.limit + 1,
    isFleetKey: caller.fleetId !== null,
  });
  return toSessionPage(rows, filter.limit);
}

export type ListedSession = SessionRow & ListedRow;

export const SESSION_ID = /^ses_[0-9a-f]{32}$/;

export function toSessionPage(rows: readonly ListedSession[], limit: number): Page<FoundSession> {
  return toPage(rows, limit, { idOf: (row) => row.sessionId, read: toSession });
}
