import { answerOnce, type Replay } from '../../access/idempotency/answer-once.ts';
import { type Remember, rememberValues } from '../../access/idempotency/remember.ts';
import { callerActor } from '../../access/keys/actor.ts';
import type { Caller } from '../../access/keys/caller.ts';
import { conflict } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { releaseHolds } from '../holds/release-holds.ts';
import type { AllocatedDispatch } from './allocate-vehicles.ts';
import { type Dispatch, dispatchStatus } from './dispatch.ts';
import { findDispatch } from './find-dispatch.ts';

/**
 * Gives back the spaces of a dispatch that no vehicle has taken. Errors: NOT_FOUND (dispatch),
 * CONFLICT not_allocated when there are no such spaces | idempotency_mismatch.
 */
export async function releaseDispatch(
  db: Querier,
  caller: Caller,
  dispatchId: string,
  context: { requestId: string; remember: Remember<AllocatedDispatch> | undefined },
): Promise<{ dispatch: Dispatch } | Replay> {
  const { requestId, remember } = context;
  return answerOnce(db, remember, async () => {
    const found = await findDispatch(db, caller, dispatchId);
    const holdIds = found.allocations.map(({ hold }) => hold.holdId);
    const actor = callerActor(caller, requestId);
    const values = rememberValues(remember, { dispatchId });
    const released = await releaseHolds(db, actor, holdIds, 'canceled', values);
    const dispatch = await findDispatch(db, caller, dispatchId);
    if (released.length === 0)
      throw conflict('not_allocated', `the dispatch is ${dispatchStatus(dispatch)}`);
    return { dispatch };
  });
}
