import type { Replay } from '../../../src/access/idempotency/answer-once.ts';
import type { Caller } from '../../../src/access/keys/caller.ts';
import type { AllocatedDispatch } from '../../../src/parking/fleets/allocate-vehicles.ts';
import type { Dispatch } from '../../../src/parking/fleets/dispatch.ts';
import { findDispatch } from '../../../src/parking/fleets/find-dispatch.ts';
import type { Hold } from '../../../src/parking/holds/hold.ts';
import type { Querier } from '../../../src/stores/postgres.ts';
import { rememberCall } from '../../fields/idempotent-call.ts';
import { toDispatchShape } from './dispatch-shape.ts';

/** The fields of a dispatch that change with time, as they were when a commit was answered. */
type Committed = {
  dispatch_id: string;
  holds: Pick<Hold, 'holdId' | 'status' | 'sessionId'>[];
};

/** The idempotency of a call, if it has a key. Only the id of the dispatch is stored. */
export function rememberDispatch(
  caller: Caller,
  operation: string,
  idempotencyKey: string | undefined,
  body: unknown,
) {
  return rememberCall(
    caller,
    operation,
    idempotencyKey,
    body,
    ({ dispatchId }: AllocatedDispatch) => ({ dispatch_id: dispatchId }),
  );
}

/** The idempotency of a commit; the state of its holds is stored with the id. */
export function rememberCommit(caller: Caller, idempotencyKey: string | undefined, body: unknown) {
  return rememberCall(
    caller,
    'commitDispatch',
    idempotencyKey,
    body,
    ({ dispatchId, allocations }: Dispatch): Committed => ({
      dispatch_id: dispatchId,
      holds: allocations.map(({ hold: { holdId, status, sessionId } }) => ({
        holdId,
        status,
        sessionId,
      })),
    }),
  );
}

/**
 * A repeated commit: the allocations as they were after it; later changes to them are not shown.
 */
export async function recallCommitted(db: Querier, caller: Caller, replay: Replay) {
  const { holds } = replay.response as Committed;
  const dispatch = await findRemembered(db, caller, replay);
  const allocations = dispatch.allocations.map((allocation) => ({
    ...allocation,
    hold: {
      ...allocation.hold,
      ...holds.find(({ holdId }) => holdId === allocation.hold.holdId),
    },
  }));
  return toDispatchShape({ ...dispatch, allocations });
}

/** A repeated dispatch: the allocations as they were made; later changes to them are not shown. */
export async function recallAllocated(db: Querier, caller: Caller, replay: Replay) {
  const dispatch = await findRemembered(db, caller, replay);
  const allocations = dispatch.allocations.map((allocation) => ({
    ...allocation,
    hold: { ...allocation.hold, status: 'held' as const, sessionId: null },
  }));
  return toDispatchShape({ ...dispatch, allocations });
}

/** A released dispatch never changes, so a repeat gets its present state. */
export async function recallReleased(db: Querier, caller: Caller, replay: Replay) {
  return toDispatchShape(await findRemembered(db, caller, replay));
}

function findRemembered(db: Querier, caller: Caller, replay: Replay) {
  const { dispatch_id } = replay.response as { dispatch_id: string };
  return findDispatch(db, caller, dispatch_id);
}
