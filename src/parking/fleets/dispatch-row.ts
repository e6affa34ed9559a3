import type { Caller } from '../../access/keys/caller.ts';
import { type HoldRow, toHold } from '../holds/hold-row.ts';
import type { EntryInstructions } from '../lots/entry-instructions.ts';
import { hasLeft } from '../sessions/session.ts';
import type { Dispatch } from './dispatch.ts';

/** An allocation with its dispatch, as the queries that read one return it. */
export type DispatchRow = HoldRow & {
  dispatch_id: string;
  fleet_id: string;
  arrive_by: Date | null;
  dispatched_at: Date;
  now: Date;
  entry_instructions: Partial<EntryInstructions> | null;
  stay_ended_at: Date | null;
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
      entrySettings: row.entry_instructions,
      hasLeft: hasLeft(row.stay_ended_at, row.now),
    })),
  };
}
