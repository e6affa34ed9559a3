import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { type ListedRow, type Page, readCursor, toPage } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import { ERASURE_ID, type Erasure } from './erasure.ts';

/**
 * A page of the erasures that the caller's operator asked for, newest first. Errors: BAD_REQUEST
 * naming `cursor`; FORBIDDEN for a fleet's key.
 */
export async function listErasures(
  db: Querier,
  caller: Principal,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<Erasure>> {
  refuseFleet(caller, 'erasures');
  const rows = await db.query<Erasure & ListedRow>('erasures_list_page', {
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    ...readCursor(cursor, ERASURE_ID),
    rowLimit: limit + 1,
  });
  return toPage(rows, limit, { idOf: (row) => row.erasureId, read: (row) => row });
}
