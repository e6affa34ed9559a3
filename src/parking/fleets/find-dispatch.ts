import type { Principal } from '../../access/principals/principal.ts';
import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Dispatch } from './dispatch.ts';
import { type DispatchRow, toDispatch } from './dispatch-row.ts';

/** The dispatch, if this caller may see it; NOT_FOUND in every other case. */
export async function findDispatch(
  db: Querier,
  caller: Principal,
  dispatchId: string,
): Promise<Dispatch> {
  const rows = await db.query<DispatchRow>('dispatch_find', {
    dispatchId,
    livemode: caller.livemode,
    operatorId: caller.operatorId,
    fleetId: caller.fleetId,
  });
  const [first] = rows;
  if (first === undefined) throw notFound('dispatch');
  return toDispatch(first, rows, caller);
}
