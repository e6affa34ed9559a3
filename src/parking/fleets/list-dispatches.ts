import type { Principal } from '../../access/principals/principal.ts';
import { type ListedRow, type Page, readCursor, toPage } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Dispatch, DispatchStatus } from './dispatch.ts';
import { type DispatchRow, toDispatch } from './dispatch-row.ts';

type DispatchFilter = {
  fleetId: string | null;
  /** null: any. */
  status: DispatchStatus | null;
  createdAfter: Date | null;
  createdBefore: Date | null;
  cursor: string | null;
  limit: number;
};

const DISPATCH_ID = /^dsp_[0-9a-f]{32}$/;

/**
 * Dispatches sent by keys of the caller's operator, newest first; for a fleet key only its fleet's.
 * Errors: BAD_REQUEST naming `cursor`.
 */
export async function listDispatches(
  db: Querier,
  caller: Principal,
  filter: DispatchFilter,
): Promise<Page<Dispatch>> {
  const rows = await db.query<DispatchRow & ListedRow>('dispatches_list', {
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    fleetIds: [caller.fleetId, filter.fleetId].filter((fleet) => fleet !== null),
    status: filter.status,
    createdAfter: filter.createdAfter,
    createdBefore: filter.createdBefore,
    ...readCursor(filter.cursor, DISPATCH_ID),
    rowLimit: filter.limit + 1,
  });
  const byDispatch = Map.groupBy(rows, (row) => row.dispatchId);
  const firsts = [...byDispatch.values()].flatMap((group) => group.slice(0, 1));
  return toPage(firsts, filter.limit, {
    idOf: (row) => row.dispatchId,
    read: (row) => toDispatch(row, byDispatch.get(row.dispatchId) ?? [], caller),
  });
}
