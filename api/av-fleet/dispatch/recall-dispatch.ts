import type { Principal } from '../../../src/access/principals/principal.ts';
import type { AllocatedDispatch } from '../../../src/parking/fleets/allocate-vehicles.ts';
import type { Dispatch } from '../../../src/parking/fleets/dispatch.ts';
import { findDispatch } from '../../../src/parking/fleets/find-dispatch.ts';
import type { Hold } from '../../../src/parking/holds/hold.ts';
import type { Api } from '../../app.ts';
import { toDispatchShape } from './dispatch-shape.ts';

/** The fields of a dispatch that change with time, as they were when a commit was answered. */
type Committed = {
  dispatch_id: string;
  holds: Pick<Hold, 'holdId' | 'status' | 'sessionId'>[];
};

type Answered = { dispatch_id: string };
type Asked = { caller: Principal };

/** What is stored for repeats of a call: the id. */
export const toId = ({ dispatchId }: AllocatedDispatch): Answered => ({ dispatch_id: dispatchId });

/** What is stored for repeats of a commit: the state of its holds, too. */
export function toCommitted({ dispatchId, allocations }: Dispatch): Committed {
  const holds = allocations.map(({ hold: { holdId, status, sessionId } }) => ({
    holdId,
    status,
    sessionId,
  }));
  return { dispatch_id: dispatchId, holds };
}

/**
 * A repeated commit: the allocations as they were after it; later changes to them are not shown.
 */
export function recallCommitted({ holds, ...answered }: Committed, asked: Asked, api: Api) {
  return recall(answered, asked, api, ({ holdId }) => holds.find((one) => one.holdId === holdId));
}

/** A repeated dispatch: the allocations as they were made; later changes to them are not shown. */
export function recallAllocated(answered: Answered, asked: Asked, api: Api) {
  return recall(answered, asked, api, () => ({ status: 'held', sessionId: null }));
}

/** A released dispatch never changes, so a repeat gets its present state. */
export function recallReleased(answered: Answered, asked: Asked, api: Api) {
  return recall(answered, asked, api, () => undefined);
}

async function recall(
  { dispatch_id }: Answered,
  { caller }: Asked,
  { db }: Api,
  then: (hold: Hold) => Partial<Hold> | undefined,
) {
  const dispatch = await findDispatch(db, caller, dispatch_id);
  const allocations = dispatch.allocations.map((allocation) => ({
    ...allocation,
    hold: { ...allocation.hold, ...then(allocation.hold) },
  }));
  return { dispatch: toDispatchShape({ ...dispatch, allocations }) };
}
