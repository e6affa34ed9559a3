import type { AllocatedDispatch } from '../../../src/fleets/allocate-vehicles.ts';
import type { Dispatch } from '../../../src/fleets/dispatch.ts';
import { findDispatch } from '../../../src/fleets/find-dispatch.ts';
import type { Hold } from '../../../src/holds/hold.ts';
import type { Replay } from '../../../src/idempotency/answer-once.ts';
import type { Caller } from '../../../src/keys/caller.ts';
import type { Querier } from '../../../src/stores/postgres.ts';
import { rememberCall } from '../../fields/idempotent-call.ts';
import { toDispatchShape } from './dispatch-shape.ts';

/** What of a dispatch changes with time, as it was when a commit was answered. */
type Committed = {
  dispatch_id: string;
  holds: Pick<Hold, 'holdId' | 'status' | 'sessionId'>[];
};

/** The call's idempotency, if it asked for any: only which dispatch it was is kept. */
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

/** The same of a commit, with what it made of the allocations. */
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

/** The allocations as they were after the commit: what became of the others since does not show. */
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

/** The allocations as they were made: what a vehicle did since does not show. */
export async function recallAllocated(db: Querier, caller: Caller, replay: Replay) {
  const dispatch = await findRemembered(db, caller, replay);
  const allocations = dispatch.allocations.map((allocation) => ({
    ...allocation,
    hold: { ...allocation.hold, status: 'held' as const, sessionId: null },
  }));
  return toDispatchShape({ ...dispatch, allocations });
}

/** A dispatch that was released changes no more. */
export async function recallReleased(db: Querier, caller: Caller, replay: Replay) {
  return toDispatchShape(await findRemembered(db, caller, replay));
}

function findRemembered(db: Querier, caller: Caller, replay: Replay) {
  const { dispatch_id } = replay.response as { dispatch_id: string };
  return findDispatch(db, caller, dispatch_id);
}
