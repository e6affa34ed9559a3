import { Type } from 'typebox';
import { allocateVehicles } from '../../../src/parking/fleets/allocate-vehicles.ts';
import { IdempotencyHeaders } from '../../fields/idempotency-header.ts';
import { REPLAYED_HEADERS } from '../../fields/idempotent-call.ts';
import { defineOperation } from '../../operation.ts';
import { DispatchInput, readTarget } from './dispatch-input.ts';
import { DispatchSchema, toDispatchShape } from './dispatch-shape.ts';
import { recallAllocated, rememberDispatch } from './idempotent.ts';

export const dispatchFleetOperation = defineOperation({
  operationId: 'dispatchFleet',
  method: 'post',
  path: '/av-fleet/dispatch',
  summary: 'Keep a space for each of up to 50 vehicles of a fleet',
  description:
    'For all of them or for none, on one lot or on those nearest to a point. Commit each at ' +
    'handoff with its fencing_token: then its gate code is shown. What is not committed by ' +
    'lease_expires_at goes back. As of holds: 409 hold_limit_lot, hold_limit_key, reported_full; ' +
    'plate_already_held: by your keys.',
  tags: ['fleets'],
  auth: { scope: 'fleet:write' },
  budgets: ['write'],
  headers: IdempotencyHeaders,
  body: DispatchInput,
  responses: {
    201: {
      description: 'The dispatch with its allocations',
      schema: Type.Object({ dispatch: DispatchSchema }),
      headers: { 'Idempotent-Replayed': 'true when an earlier call made this dispatch' },
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handler({ body, headers, caller, requestId }, { db }) {
    const key = headers['Idempotency-Key'];
    const remember = rememberDispatch(caller, 'dispatchFleet', key, body);
    const request = {
      fleetId: body.fleet_id ?? null,
      vehicles: body.vehicles.map(({ plate, vin = null }) => ({ plate, vin })),
      target: readTarget(body),
      arriveBy: body.arrive_by === undefined ? null : new Date(body.arrive_by),
      ttlSeconds: body.ttl_seconds ?? null,
      durationHours: body.duration_hours,
    };
    const result = await allocateVehicles(db, caller, request, { requestId, remember });
    if ('dispatch' in result)
      return { status: 201, body: { dispatch: toDispatchShape(result.dispatch) } };
    const dispatch = await recallAllocated(db, caller, result);
    return { status: 201, body: { dispatch }, headers: REPLAYED_HEADERS };
  },
});
