import type { WriteContext } from '../../access/idempotency/remember.ts';
import { type Actor, actorOf } from '../../access/principals/actor.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { type AppError, conflict } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import { findAuthorized } from './authorization/note-authorized.ts';
import { billSession } from './bill-session.ts';
import { findNamedSession, findSession, type SessionName } from './find-session.ts';
import { type FoundSession, isOverdue, isUnsettled, type Session } from './session.ts';
import { settleSession } from './settle-session.ts';

type Deps = { db: Querier; payments: PaymentGateway };

/**
 * Ends a stay in two statements with the capture between them: the first gives the space back and
 * stores the final amount, the second closes the session. A crash in between leaves an ended
 * session that a repeated call, or the pipelines, settle for the same amount. A stay whose time ran
 * out becomes expired instead. Errors: NOT_FOUND (session, or a code that does not match), CONFLICT
 * already_ended | not_authorized, BAD_GATEWAY payment_failed.
 */
export async function endSession(
  deps: Deps,
  caller: Principal,
  name: SessionName,
  { requestId, remember }: WriteContext<Session>,
): Promise<Session> {
  const actor = actorOf(caller, requestId);
  const named = await findNamedSession(deps.db, caller, name);
  const found = await findAuthorized(deps, caller, named);
  const ended = await endOnce(deps.db, caller, actor, found);
  if (!isUnsettled(ended)) throw alreadyEnded();
  if (isLate(ended)) {
    await settleSession(deps, actor, ended);
    throw alreadyEnded();
  }
  const session = await settleSession(deps, actor, ended, remember);
  if (session === undefined) throw alreadyEnded();
  return session;
}

/** The ended stay; when another call ended it first, with that call's figures. */
async function endOnce(
  db: Querier,
  caller: Principal,
  actor: Actor,
  found: FoundSession,
): Promise<FoundSession> {
  let session = found;
  // The bill is refused when the stay was extended since it was read: read it and bill it again.
  while (session.status === 'active')
    session =
      (await billSession(db, actor, session)) ?? (await findSession(db, caller, session.sessionId));
  return session;
}

/** Whether it is too late to end the stay. One of a mandate may be ended in its grace time. */
function isLate(ended: FoundSession): boolean {
  return ended.status === 'expiring' && (ended.mandateId === null || isOverdue(ended, ended.now));
}

function alreadyEnded(): AppError {
  return conflict('already_ended', 'the session has already ended');
}
