import type { Principal } from '../../access/principals/principal.ts';
import { type HoldRow, toHold } from '../holds/hold-row.ts';
import type { EntrySettings } from '../lots/entry-instructions.ts';
import { hasLeft } from '../sessions/session.ts';
import type { Dispatch } from './dispatch.ts';

/** An allocation with its dispatch, as the queries that read one return it. */
export type DispatchRow = HoldRow & {
  dispatchId: string;
  fleetId: string;
  arriveBy: Date | null;
  dispatchedAt: Date;
  now: Date;
  entryInstructions: EntrySettings | null;
  stayEndedAt: Date | null;
  stayAuthorizeBy: Date | null;
};

/** The dispatch that `first` and all `rows` belong to. */
export function toDispatch(
  first: DispatchRow,
  rows: readonly DispatchRow[],
  caller: Principal,
): Dispatch {
  return {
    dispatchId: first.dispatchId,
    fleetId: first.fleetId,
    arriveBy: first.arriveBy,
    createdAt: first.dispatchedAt,
    allocations: rows.map((row) => ({
      hold: toHold(row, caller),
      entrySettings: row.entryInstructions,
      hasLeft: hasLeft(row.stayEndedAt, row.now),
      isAuthorized: row.stayAuthorizeBy === null,
    })),
  };
}
