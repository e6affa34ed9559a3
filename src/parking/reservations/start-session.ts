import type { Principal } from '../../access/principals/principal.ts';
import type { BeginContext, BeginDeps, Created } from '../sessions/begin-session.ts';
import { createSession } from '../sessions/create-session.ts';
import type { SessionRequest } from '../sessions/new-session.ts';
import { redeemHold } from './redeem-hold.ts';

/** Starts a paid stay: in a space of the hold that the request names, else in a free space. */
export function startSession(
  deps: BeginDeps,
  caller: Principal,
  request: SessionRequest,
  context: BeginContext,
): Promise<Created> {
  const { holdId } = request;
  return holdId === undefined
    ? createSession(deps, caller, request, context)
    : redeemHold(deps, caller, { ...request, holdId }, context);
}
