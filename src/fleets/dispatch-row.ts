import { type HoldRow, toHold } from '../holds/hold-row.ts';
import type { Caller } from '../keys/caller.ts';
import { type EntryInstructions, entryInstructions } from '../lots/entry-instructions.ts';
import type { Dispatch } from './dispatch.ts';

/** An allocation with its dispatch, as the queries that read one return it. */
export type DispatchRow = HoldRow & {
  dispatch_id: string;
  fleet_id: string;
  arrive_by: Date | null;
  dispatched_at: Date;
  entry_instructions: Partial<EntryInstructions> | null;
};

/** The dispatch that `first` and all `rows` belong to. */
export function toDispatch(
  first: DispatchRow,
  rows: readonly DispatchRow[],
  caller: Caller,
): Dispatch {
  return {
    dispatchId: first.dispatch_id,
    fleetId: first.fleet_id,
    arriveBy: first.arrive_by,
    createdAt: first.dispatched_at,
    allocations: rows.map((row) => ({
      hold: toHold(row, caller),
      entryInstructions: entryInstructions(row.entry_instructions, row.assigned_space),
    })),
  };
}
