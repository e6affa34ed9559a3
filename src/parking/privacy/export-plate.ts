import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../access/principals/principal.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Hold } from '../holds/hold.ts';
import { type HoldRow, toHold } from '../holds/hold-row.ts';
import { searchSessions } from '../sessions/search-sessions.ts';
import type { FoundSession } from '../sessions/session.ts';
import { checkPlate } from '../vehicles/vehicle.ts';

/** The most of each kind: stays, holds and look-ups. */
export const EXPORTED_MAX = 1_000;

/** Who looked the plate up before, and when (ISO 8601, UTC). */
type LookUp = { at: string; by: string };

/** What an operator has of a plate, newest first. */
export type PlateExport = {
  plate: string;
  sessions: FoundSession[];
  holds: Hold[];
  /** Of drivers, as the operator's keys sent them. */
  emails: string[];
  lookUps: LookUp[];
  /** Whether there are older stays or holds than these. */
  hasMore: boolean;
};

/**
 * All that the caller's operator has of a plate in the caller's mode. It is itself a look-up, with
 * an audit row. Errors: BAD_REQUEST naming `plate`; FORBIDDEN for a fleet's key.
 */
export async function exportPlate(
  db: Querier,
  caller: Principal,
  text: string,
  requestId: string,
): Promise<PlateExport> {
  refuseFleet(caller, 'exports');
  const { plate } = checkPlate(text);
  const scope = { operatorId: caller.operatorId, livemode: caller.livemode, plate };
  const stays = await searchSessions(
    db,
    caller,
    { plate: text, lotId: null, statuses: null, at: null, cursor: null, limit: EXPORTED_MAX },
    requestId,
  );
  const rowLimit = EXPORTED_MAX + 1;
  const holds = await db.query<HoldRow>('holds_list_of_plate', { ...scope, rowLimit });
  const [traces] = await db.query<{ emails: string[]; lookUps: LookUp[] }>('plate_traces_find', {
    ...scope,
    sessionIds: stays.rows.map(({ sessionId }) => sessionId),
    rowLimit: EXPORTED_MAX,
  });
  return {
    plate,
    sessions: stays.rows,
    holds: holds.slice(0, EXPORTED_MAX).map((row) => toHold(row, caller)),
    emails: traces?.emails ?? [],
    lookUps: traces?.lookUps ?? [],
    hasMore: stays.nextCursor !== null || holds.length > EXPORTED_MAX,
  };
}
