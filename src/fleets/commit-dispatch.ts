import { AppError, badField, conflict } from '../errors.ts';
import { activateHold } from '../holds/activate-hold.ts';
import type { Caller } from '../keys/caller.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import { normalisePlate } from '../sessions/plate.ts';
import type { Querier } from '../stores/postgres.ts';
import type { Allocation, Dispatch } from './dispatch.ts';
import { findDispatch } from './find-dispatch.ts';

/** A vehicle that has been handed over, and the token it was allocated with. */
export type Handoff = { plate: string; fencingToken: number };

/**
 * Turns allocations into sessions, each in one statement, in the order given. A handoff that was
 * committed before is left as it is, so a call that broke off can be repeated. Errors: NOT_FOUND
 * (dispatch), BAD_REQUEST naming `allocations.<i>.plate`, CONFLICT stale_token when the lease of
 * any is over or the token is not its own (nothing is committed then), and those of createSession.
 */
export async function commitDispatch(
  deps: { db: Querier; payments: PaymentGateway },
  caller: Caller,
  dispatchId: string,
  handoffs: readonly Handoff[],
  requestId: string,
): Promise<Dispatch> {
  const dispatch = await findDispatch(deps.db, caller, dispatchId);
  refuseTwice(handoffs);
  const due = handoffs.map((handoff, i) => checkHandoff(dispatch, handoff, i));
  for (const { hold } of due) {
    if (hold.status === 'activated') continue;
    const arrival = { plate: undefined, agent: null, driverEmail: null };
    const context = { requestId, remember: undefined };
    await activateHold(deps, caller, hold.holdId, arrival, context).catch(unlessCommitted);
  }
  return findDispatch(deps.db, caller, dispatchId);
}

function checkHandoff(dispatch: Dispatch, handoff: Handoff, i: number): Allocation {
  const plate = normalisePlate(handoff.plate);
  const allocation = dispatch.allocations.find(({ hold }) => hold.plate === plate);
  if (allocation === undefined)
    throw badField(`allocations.${i}.plate`, 'is no vehicle of this dispatch');
  const { status, fencingToken } = allocation.hold;
  if (fencingToken !== handoff.fencingToken || (status !== 'held' && status !== 'activated'))
    throw conflict('stale_token', `the allocation of vehicle ${i + 1} is over: ${status}`);
  return allocation;
}

/** BAD_REQUEST naming the vehicle that is handed over a second time. */
function refuseTwice(handoffs: readonly Handoff[]): void {
  const plates = new Set<string | undefined>();
  for (const [i, { plate }] of handoffs.entries()) {
    if (plates.has(normalisePlate(plate)))
      throw badField(`allocations.${i}.plate`, 'stands there twice');
    plates.add(normalisePlate(plate));
  }
}

/** A twin of the call may have committed the vehicle a moment ago. */
function unlessCommitted(error: unknown): void {
  const details = error instanceof AppError ? error.details : undefined;
  const isCommitted = details !== undefined && 'reason' in details;
  if (!isCommitted || details.reason !== 'hold_activated') throw error;
}
