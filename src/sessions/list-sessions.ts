import type { Caller } from '../keys/caller.ts';
import type { Querier } from '../stores/postgres.ts';
import type { FoundSession, SessionStatus } from './session.ts';
import { afterCursor, writeCursor } from './session-cursor.ts';
import { type SessionRow, toSession } from './session-row.ts';

/** Part of a list, newest first; `nextCursor` asks for the part after it. */
export type Page<T> = { rows: T[]; nextCursor: string | null };

export type SessionFilter = {
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
 * Sessions on the lots of the caller's operator and those that its keys created, for a fleet key
 * only its fleet's, newest first. Errors: BAD_REQUEST naming `cursor`.
 */
export async function listSessions(
  db: Querier,
  caller: Caller,
  filter: SessionFilter,
): Promise<Page<FoundSession>> {
  const rows = await db.query<ListedRow>('sessions_list', {
    livemode: caller.livemode,
    operator_id: caller.operatorId,
    fleet_ids: [caller.fleetId, filter.fleetId].filter((fleet) => fleet !== null),
    statuses: filter.statuses,
    lot_id: filter.lotId,
    created_after: filter.createdAfter,
    created_before: filter.createdBefore,
    ...afterCursor(filter.cursor),
    row_limit: filter.limit + 1,
    is_fleet_key: caller.fleetId !== null,
  });
  return toPage(rows, filter.limit);
}

/** `created_us`: when it was created, in microseconds since 1970. */
export type ListedRow = SessionRow & { created_us: number };

/** A page out of rows that were asked for one more than fits. */
export function toPage(rows: readonly ListedRow[], limit: number): Page<FoundSession> {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit).map(toSession),
    nextCursor: last
      ? writeCursor({ createdUs: last.created_us, sessionId: last.session_id })
      : null,
  };
}
