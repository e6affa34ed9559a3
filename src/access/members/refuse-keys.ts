import { AppError } from '../../kit/errors.ts';
import { refuseFleet } from '../keys/refuse-fleet.ts';
import type { Principal } from '../principals/principal.ts';

/**
 * FORBIDDEN for a fleet's key, and for a test key: people belong to a whole operator, and to its
 * live mode. `things` is their name in the plural, such as `members`.
 */
export function refuseKeys(caller: Principal, things: string): void {
  refuseFleet(caller, things);
  if (caller.type === 'person' || caller.livemode) return;
  const reason = `a test key has no access to ${things}, who also see the live mode`;
  throw new AppError('FORBIDDEN', `role: ${reason}`, { details: [{ field: 'role', reason }] });
}
