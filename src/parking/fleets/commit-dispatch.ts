import { keepAnswer } from '../../access/idempotency/keep-answer.ts';
import type { WriteContext } from '../../access/idempotency/remember.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { badField, conflict, inField, reasonOf } from '../../kit/errors.ts';
import { type Postgres, type Querier, readClock } from '../../stores/postgres.ts';
import type { Hold } from '../holds/hold.ts';
import { redemptionOf } from '../reservations/activate-hold.ts';
import { termsOfHold } from '../reservations/redeem-hold.ts';
import type { BeginDeps } from '../sessions/begin-session.ts';
import { beginTogether, type HeldStay } from '../sessions/begin-together.ts';
import { expireOverdue } from '../sessions/expire-sessions.ts';
import { findLotToPark } from '../sessions/lot-to-park.ts';
import { normalisePlate } from '../vehicles/plate.ts';
import type { Allocation, Dispatch } from './dispatch.ts';
import { findDispatch } from './find-dispatch.ts';

/** A vehicle that is handed over to its lot, and the fencing token of its allocation. */
export type Handoff = { plate: string; fencingToken: number };

/** A handoff that is still to be done; `field` is its part of the call. */
type Due = { field: string; hold: Hold };

/** How often the same vehicles are tried: once more after overdue stays were ended. */
const ATTEMPTS_MAX = 2;
const ARRIVAL = { plate: undefined, agent: null, driverEmail: null };

/**
 * Turns allocations into sessions, all of them or none, in one transaction with the idempotency
 * row. A handoff that was committed before is skipped, also when a concurrent call commits it now.
 * Errors: NOT_FOUND (dispatch), BAD_REQUEST naming `allocations.<i>.plate`, CONFLICT wrong_token
 * when any token is not its allocation's, stale_token when its lease is over,
 * and those of termsOfHold and beginSession, naming `allocations.<i>`.
 */
export async function commitDispatch(
  deps: BeginDeps & { db: Postgres },
  caller: Principal,
  dispatchId: string,
  handoffs: readonly Handoff[],
  { requestId, remember }: WriteContext<Dispatch>,
): Promise<Dispatch> {
  const { db } = deps;
  const find = (connection: Querier) => findDispatch(connection, caller, dispatchId);
  async function finish(connection: Querier): Promise<Dispatch> {
    const dispatch = await find(connection);
    await keepAnswer(connection, remember, dispatch);
    return dispatch;
  }
  let due = listDue(await find(db), handoffs);
  for (let refusedCount = 0; ; ) {
    try {
      const stays = await agreeAll(db, caller, due);
      return await beginTogether(deps, caller, stays, { requestId, finish });
    } catch (error) {
      // A space is still taken, or a hold is over: perhaps because a concurrent call has
      // committed the vehicle.
      if (reasonOf(error) !== 'lot_full') throw error;
      await makeRoom(db, due);
      const stillDue = listDue(await find(db), handoffs);
      refusedCount = stillDue.length < due.length ? 0 : refusedCount + 1;
      if (refusedCount === ATTEMPTS_MAX) throw error;
      due = stillDue;
    }
  }
}

/** The handoffs that were not committed before, once all were checked. */
function listDue(dispatch: Dispatch, handoffs: readonly Handoff[]): Due[] {
  refuseTwice(handoffs);
  return handoffs
    .map((handoff, i) => ({ field: `allocations.${i}`, ...checkHandoff(dispatch, handoff, i) }))
    .filter(({ hold }) => hold.status !== 'activated');
}

/** The stays and their terms, as of one instant. */
async function agreeAll(db: Querier, caller: Principal, due: readonly Due[]): Promise<HeldStay[]> {
  const startsAt = await readClock(db);
  const stays: HeldStay[] = [];
  for (const { field, hold } of due) {
    const lot = await findLotToPark(db, caller, hold.lotId, hold.holdId);
    const terms = await termsOfHold(caller, hold, lot).catch((error) => {
      throw inField(field, error);
    });
    stays.push({ field, request: redemptionOf(hold, ARRIVAL), terms: { ...terms, startsAt } });
  }
  return stays;
}

/** Overdue stays are ended before a caller is refused. */
async function makeRoom(db: Querier, due: readonly Due[]): Promise<void> {
  for (const lotId of new Set(due.map(({ hold }) => hold.lotId))) await expireOverdue(db, lotId);
}

function checkHandoff(dispatch: Dispatch, handoff: Handoff, i: number): Allocation {
  const plate = normalisePlate(handoff.plate);
  const allocation = dispatch.allocations.find(({ hold }) => hold.plate === plate);
  if (allocation === undefined)
    throw badField(`allocations.${i}.plate`, 'is not a vehicle of this dispatch');
  const { status, fencingToken } = allocation.hold;
  const field = `allocations.${i}.fencing_token`;
  if (fencingToken !== handoff.fencingToken)
    throw conflict('wrong_token', `${field} is not that of the vehicle's allocation`, { field });
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
      throw badField(`allocations.${i}.plate`, 'is given twice');
    plates.add(normalisePlate(plate));
  }
}
