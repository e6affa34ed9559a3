import { notFound } from '../errors.ts';
import { type HoldRow, toHold } from '../holds/hold-row.ts';
import type { Caller } from '../keys/caller.ts';
import { type EntryInstructions, entryInstructions } from '../sessions/session.ts';
import type { Querier } from '../stores/postgres.ts';
import type { Dispatch } from './dispatch.ts';

type Row = HoldRow & {
  arrive_by: Date | null;
  entry_instructions: Partial<EntryInstructions> | null;
};

/** The dispatch, if this caller may see it; NOT_FOUND otherwise, whatever the reason. */
export async function findDispatch(
  db: Querier,
  caller: Caller,
  dispatchId: string,
): Promise<Dispatch> {
  const rows = await db.query<Row>('dispatch_find', {
    dispatch_id: dispatchId,
    livemode: caller.livemode,
    operator_id: caller.operatorId,
    fleet_id: caller.fleetId,
  });
  const [first] = rows;
  if (first === undefined || first.fleet_id === null) throw notFound('dispatch');
  return {
    dispatchId,
    fleetId: first.fleet_id,
    arriveBy: first.arrive_by,
    createdAt: first.created_at,
    allocations: rows.map((row) => ({
      hold: toHold(row, caller),
      entryInstructions: entryInstructions(row.entry_instructions, row.assigned_space),
    })),
  };
}
