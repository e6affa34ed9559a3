import { actorOf, actorValues } from '../../access/principals/actor.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { conflict } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Erasure } from './erasure.ts';
import { findErasure } from './find-erasure.ts';

/**
 * Cancels an erasure that still waits; what was to be erased is forgotten by it at once. One that
 * was canceled before stays as it is. Errors: NOT_FOUND; CONFLICT erasure_done; FORBIDDEN for a
 * fleet's key.
 */
export async function cancelErasure(
  db: Querier,
  caller: Principal,
  erasureId: string,
  requestId: string,
): Promise<Erasure> {
  await findErasure(db, caller, erasureId);
  const [canceled] = await db.query<Erasure>('erasures_cancel', {
    erasureId,
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    ...actorValues(actorOf(caller, requestId)),
  });
  if (canceled !== undefined) return canceled;
  const erasure = await findErasure(db, caller, erasureId);
  if (erasure.status === 'done')
    throw conflict('erasure_done', 'it is done, and cannot be taken back');
  return erasure;
}
