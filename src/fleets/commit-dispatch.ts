import { badField, conflict, reasonOf } from '../errors.ts';
import { answerOnce, type Replay } from '../idempotency/answer-once.ts';
import { keepAnswer } from '../idempotency/keep-answer.ts';
import type { Remember } from '../idempotency/remember.ts';
import type { Caller } from '../keys/caller.ts';
import { activateHold } from '../reservations/activate-hold.ts';
import type { BeginDeps } from '../sessions/begin-session.ts';
import { normalisePlate } from '../vehicles/plate.ts';
import type { Allocation, Dispatch } from './dispatch.ts';
import { findDispatch } from './find-dispatch.ts';

/** A vehicle that is handed over to its lot, and the fencing token of its allocation. */
export type Handoff = { plate: string; fencingToken: number };

/**
 * Turns allocations into sessions, each in one statement, in the order given. A handoff that was
 * committed before is skipped, so a call that was interrupted can be repeated; the idempotency row
 * is written once all handoffs are done. Errors: NOT_FOUND (dispatch), BAD_REQUEST naming
 * `allocations.<i>.plate`, CONFLICT wrong_token when any token is not its allocation's, stale_token
 * when its lease is over (nothing is committed in these two cases), idempotency_mismatch, and those
 * of redeemHold.
 */
export async function commitDispatch(
  deps: BeginDeps,
  caller: Caller,
  dispatchId: string,
  handoffs: readonly Handoff[],
  context: { requestId: string; remember: Remember<Dispatch> | undefined },
): Promise<{ dispatch: Dispatch } | Replay> {
  const { requestId, remember } = context;
  return answerOnce(deps.db, remember, async () => {
    const found = await findDispatch(deps.db, caller, dispatchId);
    refuseTwice(handoffs);
    const due = handoffs.map((handoff, i) => checkHandoff(found, handoff, i));
    for (const { hold } of due) {
      if (hold.status === 'activated') continue;
      const arrival = { plate: undefined, agent: null, driverEmail: null };
      const once = { requestId, remember: undefined };
      await activateHold(deps, caller, hold.holdId, arrival, once).catch(unlessCommitted);
    }
    const dispatch = await findDispatch(deps.db, caller, dispatchId);
    await keepAnswer(deps.db, remember, dispatch);
    return { dispatch };
  });
}

function checkHandoff(dispatch: Dispatch, handoff: Handoff, i: number): Allocation {
  const plate = normalisePlate(handoff.plate);
  const allocation = dispatch.allocations.find(({ hold }) => hold.plate === plate);
  if (allocation === undefined)
    throw badField(`allocations.${i}.plate`, 'is no vehicle of this dispatch');
  const { status, fencingToken } = allocation.hold;
  const field = `allocations.${i}.fencing_token`;
  if (fencingToken !== handoff.fencingToken)
    throw conflict('wrong_token', `${field} is not what the vehicle was allocated with`, { field });
  if (status === 'expired' || status === 'canceled')
    throw conflict('stale_token', `${field} is of an allocation that ${OVER[status]}`, { field });
  return allocation;
}

const OVER = { expired: 'has expired', canceled: 'was released' } as const;

/** BAD_REQUEST naming a vehicle that is listed twice. */
function refuseTwice(handoffs: readonly Handoff[]): void {
  const plates = new Set<string | undefined>();
  for (const [i, { plate }] of handoffs.entries()) {
    if (plates.has(normalisePlate(plate)))
      throw badField(`allocations.${i}.plate`, 'stands there twice');
    plates.add(normalisePlate(plate));
  }
}

/** A concurrent repeat of the call may have committed the vehicle a moment ago. */
function unlessCommitted(error: unknown): void {
  if (reasonOf(error) !== 'hold_activated') throw error;
}
