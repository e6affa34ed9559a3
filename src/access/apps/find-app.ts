import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { APP_ID } from '../keys/app-row.ts';
import { refuseFleet } from '../keys/refuse-fleet.ts';
import type { Principal } from '../principals/principal.ts';
import { type AppRow, type ConnectedApp, toApp } from './app.ts';
import { whoseApps } from './whose-apps.ts';

/**
 * A connected app of the caller's operator in the caller's mode, ended or not. `appId` may be any
 * text. Errors: NOT_FOUND; FORBIDDEN for a fleet's key.
 */
export async function findOwnApp(
  db: Querier,
  caller: Principal,
  appId: string,
): Promise<ConnectedApp> {
  refuseFleet(caller, 'connected apps');
  if (!APP_ID.test(appId)) throw notFound('app');
  const { operatorId, livemode } = caller;
  const values = { appId, operatorId, livemode, memberId: whoseApps(caller) };
  const [row] = await db.query<AppRow>('connected_apps_find', values);
  if (row === undefined) throw notFound('app');
  return toApp(row);
}

/**
 * The app of a grant with whoever connected it; undefined once it has ended or expired.
 */
export async function findGrantedApp(
  db: Querier,
  grantId: string,
): Promise<{ appId: string; memberId: string } | undefined> {
  const [row] = await db.query<{ appId: string; memberId: string }>('connected_apps_find_grant', {
    grantId,
  });
  return row;
}
