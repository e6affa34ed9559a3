import { type ListedRow, type Page, readCursor, toPage } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import { APP_ID } from '../keys/app-row.ts';
import { refuseFleet } from '../keys/refuse-fleet.ts';
import type { Principal } from '../principals/principal.ts';
import { type AppRow, type ConnectedApp, toApp } from './app.ts';
import { whoseApps } from './whose-apps.ts';

/**
 * A page of the connected apps of the caller's operator in the caller's mode, newest first, with
 * those that have ended. Errors: BAD_REQUEST naming `cursor`; FORBIDDEN for a fleet's key.
 */
export async function listOwnApps(
  db: Querier,
  caller: Principal,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<ConnectedApp>> {
  refuseFleet(caller, 'connected apps');
  const rows = await db.query<AppRow & ListedRow>('connected_apps_list', {
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    memberId: whoseApps(caller),
    ...readCursor(cursor, APP_ID),
    rowLimit: limit + 1,
  });
  return toPage(rows, limit, { idOf: (row) => row.appId, read: toApp });
}
