import { actorOf, actorValues } from '../../access/principals/actor.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { type Page, readCursor } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import { checkPlate } from '../vehicles/vehicle.ts';
import { type ListedSession, SESSION_ID, toSessionPage } from './list-sessions.ts';
import type { FoundSession, SessionStatus } from './session.ts';

type PlateSearch = {
  plate: string;
  lotId: string | null;
  /** null: any. */
  statuses: SessionStatus[] | null;
  /** An instant during the stay; null: any. */
  at: Date | null;
  cursor: string | null;
  limit: number;
};

/**
 * The sessions of a plate that this caller may see, newest first. Each look-up writes an audit row,
 * whether or not anything was found. Errors: BAD_REQUEST naming `plate` or `cursor`.
 */
export async function searchSessions(
  db: Querier,
  caller: Principal,
  search: PlateSearch,
  requestId: string,
): Promise<Page<FoundSession>> {
  const rows = await db.query<ListedSession>('sessions_search', {
    livemode: caller.livemode,
    operatorId: caller.operatorId,
    fleetId: caller.fleetId,
    plate: checkPlate(search.plate).plate,
    statuses: search.statuses,
    lotId: search.lotId,
    at: search.at,
    ...readCursor(search.cursor, SESSION_ID),
    rowLimit: search.limit + 1,
    ...actorValues(actorOf(caller, requestId)),
  });
  return toSessionPage(rows, search.limit);
}
