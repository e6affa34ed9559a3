import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { APP_ID } from '../keys/app-row.ts';
import { refuseFleet } from '../keys/refuse-fleet.ts';
import { type Actor, actorOf, actorValues, systemActor } from '../principals/actor.ts';
import type { Principal } from '../principals/principal.ts';
import { whoseApps } from './whose-apps.ts';

/**
 * Ends a connected app of the caller's operator in the caller's mode that the caller may see, with
 * all its tokens, at once and for good, with its audit row `app.ended`; one that had ended stays as
 * it is. `appId` may be any text. Errors: NOT_FOUND; FORBIDDEN for a fleet's key.
 */
export async function endOwnApp(
  db: Querier,
  caller: Principal,
  appId: string,
  requestId: string,
): Promise<void> {
  refuseFleet(caller, 'connected apps');
  if (!APP_ID.test(appId)) throw notFound('app');
  const { operatorId, livemode } = caller;
  const which = { appId, grantId: null, operatorId, livemode, memberId: whoseApps(caller) };
  if (!(await end(db, which, actorOf(caller, requestId)))) throw notFound('app');
}

/**
 * Ends an app, by its id or by that of its grant, because it gave its token back, or because the
 * authorisation server found that someone else has a copy of one.
 */
export async function endGrantedApp(
  db: Querier,
  which: { appId: string } | { grantId: string },
): Promise<void> {
  const anybodys = { appId: null, grantId: null, operatorId: null, livemode: null, memberId: null };
  await end(db, { ...anybodys, ...which }, systemActor('authorisation-server'));
}

async function end(db: Querier, which: Record<string, unknown>, actor: Actor): Promise<boolean> {
  const ended = await db.query('connected_apps_end', { ...which, ...actorValues(actor) });
  return ended.length > 0;
}
