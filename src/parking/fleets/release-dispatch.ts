import { rememberValues, type WriteContext } from '../../access/idempotency/remember.ts';
import { actorOf } from '../../access/principals/actor.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { conflict } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { releaseHolds } from '../holds/release-holds.ts';
import type { AllocatedDispatch } from './allocate-vehicles.ts';
import { type Dispatch, dispatchStatus } from './dispatch.ts';
import { findDispatch } from './find-dispatch.ts';

/**
 * Gives back the spaces of a dispatch that no vehicle has taken. Errors: NOT_FOUND (dispatch),
 * CONFLICT not_allocated when there are no such spaces.
 */
export async function releaseDispatch(
  db: Querier,
  caller: Principal,
  dispatchId: string,
  { requestId, remember }: WriteContext<AllocatedDispatch>,
): Promise<Dispatch> {
  const found = await findDispatch(db, caller, dispatchId);
  const holdIds = found.allocations.map(({ hold }) => hold.holdId);
  const actor = actorOf(caller, requestId);
  const values = rememberValues(remember, { dispatchId });
  const released = await releaseHolds(db, actor, holdIds, 'canceled', values);
  const dispatch = await findDispatch(db, caller, dispatchId);
  if (released.length === 0)
    throw conflict('not_allocated', `the dispatch is ${dispatchStatus(dispatch)}`);
  return dispatch;
}
