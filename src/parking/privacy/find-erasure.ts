import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Erasure } from './erasure.ts';

/**
 * An erasure that the caller's operator asked for in the caller's mode. Errors: NOT_FOUND;
 * FORBIDDEN for a fleet's key.
 */
export async function findErasure(
  db: Querier,
  caller: Principal,
  erasureId: string,
): Promise<Erasure> {
  refuseFleet(caller, 'erasures');
  const { operatorId, livemode } = caller;
  const [row] = await db.query<Erasure>('erasures_find', { erasureId, operatorId, livemode });
  if (row === undefined) throw notFound('erasure');
  return row;
}
