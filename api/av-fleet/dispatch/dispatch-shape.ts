import { type Static, Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import {
  type Allocation,
  allocationInstructions,
  type Dispatch,
  dispatchStatus,
} from '../../../src/parking/fleets/dispatch.ts';
import { Instant } from '../../fields/field-types.ts';
import { DispatchId, LotId, SessionId } from '../../fields/ids.ts';
import { HoursOfLot } from '../../fields/lot-shape.ts';
import { EntryInstructionsSchema } from '../../v1/sessions/entry-instructions-shape.ts';

export const DISPATCH_STATUSES = ['allocated', 'committed', 'released', 'expired'] as const;

export const DispatchSchema = named('Dispatch', {
  id: DispatchId(),
  status: Type.Enum([...DISPATCH_STATUSES]),
  fleet_id: Type.String(),
  arrive_by: nullable(Instant),
  allocations: Type.Array(
    named('Allocation', {
      plate: nullable(Type.String({ description: 'null: erased' })),
      vin: nullable(Type.String()),
      lot_id: LotId(),
      lot_name: Type.String(),
      opening_hours: HoursOfLot,
      status: Type.Enum([...DISPATCH_STATUSES]),
      assigned_space: nullable(Type.String()),
      entry_instructions: EntryInstructionsSchema,
      lease_expires_at: Instant,
      fencing_token: Type.Integer(),
      session_id: nullable(SessionId()),
    }),
  ),
  created_at: Instant,
});

const STATUS_SHOWN = {
  held: 'allocated',
  activated: 'committed',
  canceled: 'released',
  expired: 'expired',
} as const;

function toAllocationShape(allocation: Allocation) {
  const { hold } = allocation;
  return {
    plate: hold.shownPlate,
    vin: hold.vin,
    lot_id: hold.lotId,
    lot_name: hold.lotName,
    opening_hours: hold.openingHours,
    status: STATUS_SHOWN[hold.status],
    assigned_space: hold.assignedSpace,
    entry_instructions: allocationInstructions(allocation),
    lease_expires_at: hold.expiresAt.toISOString(),
    fencing_token: hold.fencingToken,
    session_id: hold.sessionId,
  };
}

/** A dispatch as answers show it. */
export function toDispatchShape(dispatch: Dispatch): Static<typeof DispatchSchema> {
  return {
    id: dispatch.dispatchId,
    status: dispatchStatus(dispatch),
    fleet_id: dispatch.fleetId,
    arrive_by: dispatch.arriveBy?.toISOString() ?? null,
    allocations: dispatch.allocations.map(toAllocationShape),
    created_at: dispatch.createdAt.toISOString(),
  };
}
