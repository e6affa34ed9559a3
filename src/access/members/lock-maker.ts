import { AppError } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Grant } from '../keys/grants.ts';
import { lockCaller } from '../keys/manage/lock-keys.ts';
import type { Principal } from '../principals/principal.ts';
import { type Role, SCOPES_OF_ROLE } from './roles.ts';

/**
 * What a caller may hand on to others, as it is now, until the transaction ends: the caller was
 * read before, and may have been revoked or removed since. Errors: UNAUTHORIZED; FORBIDDEN for a
 * connected app, which hands on nothing.
 */
export async function lockMaker(db: Querier, caller: Principal): Promise<Grant> {
  if (caller.type === 'key') return lockCaller(db, caller);
  if (caller.type === 'token')
    throw new AppError('FORBIDDEN', 'a connected app can give nobody access');
  const { id: memberId, operatorId } = caller;
  const [member] = await db.query<{ role: Role }>('members_lock', { memberId, operatorId });
  if (member === undefined) throw new AppError('UNAUTHORIZED', 'you are no member any more');
  return memberGrant(member.role);
}

/** A member has no limits but the scopes of its role. */
export function memberGrant(role: Role): Grant {
  return {
    scopes: SCOPES_OF_ROLE[role],
    ...{ fleetId: null, agentPlatform: null, rateLimits: {}, spendCapCents: null },
    ...{ expiresAt: null, mandate: null },
  };
}
