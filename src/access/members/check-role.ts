import { AppError } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { type Grant, grantProblems, memberGrant } from '../keys/grants.ts';
import { lockCaller } from '../keys/manage/lock-keys.ts';
import type { Principal } from '../principals/principal.ts';
import type { Role } from '../principals/roles.ts';
import { refuseKeys } from './refuse-keys.ts';

/**
 * Lets a caller make, change or remove members of these roles only if it may do all that they may.
 * A key of the test mode, or one with limits, can do nothing to members, who have none. Errors:
 * those of `lockCaller`; FORBIDDEN naming `role`.
 */
export async function checkRoles(
  db: Querier,
  caller: Principal,
  roles: readonly Role[],
): Promise<void> {
  refuseKeys(caller, 'members');
  const maker = await lockCaller(db, caller);
  for (const role of roles) checkRole(maker, role);
}

/** FORBIDDEN naming `role` where members with it may do more than the maker of one. */
export function checkRole(maker: Grant, role: Role): void {
  const problems = grantProblems(maker, memberGrant(role)).map(({ reason }) => reason);
  if (problems.length > 0) throw refusal(`${role} is more than you may do: ${problems.join('; ')}`);
}

function refusal(reason: string): AppError {
  return new AppError('FORBIDDEN', `role: ${reason}`, { details: [{ field: 'role', reason }] });
}
