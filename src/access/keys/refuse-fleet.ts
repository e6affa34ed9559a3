import { AppError } from '../../kit/errors.ts';
import type { Principal } from '../principals/principal.ts';

/**
 * FORBIDDEN for a fleet's key: it sees only what is of its fleet, but these things are of a whole
 * operator. `things` is their name in the plural, such as `payouts`.
 */
export function refuseFleet({ fleetId }: Pick<Principal, 'fleetId'>, things: string): void {
  if (fleetId !== null)
    throw new AppError(
      'FORBIDDEN',
      `a fleet's key has no access to ${things}: they are its operator's`,
    );
}
