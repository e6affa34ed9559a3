import { Type } from 'typebox';
import { badField } from '../../../src/errors.ts';
import { allocateVehicles } from '../../../src/fleets/allocate-vehicles.ts';
import { VEHICLES_MAX } from '../../../src/fleets/dispatch.ts';
import type { Target } from '../../../src/fleets/plan-spaces.ts';
import { TTL_SECONDS_MAX, TTL_SECONDS_MIN } from '../../../src/holds/hold.ts';
import { IdempotencyHeaders } from '../../idempotency-header.ts';
import { REPLAYED_HEADERS } from '../../idempotent-call.ts';
import { defineOperation } from '../../operation.ts';
import { DispatchSchema, toDispatchShape } from './dispatch-shape.ts';
import { recallDispatch, rememberDispatch } from './idempotent.ts';

const METRES_PER_KM = 1_000;
const STAY_HOURS_MAX = 24;

export const dispatchFleet = defineOperation({
  operationId: 'dispatchFleet',
  method: 'post',
  path: '/av-fleet/dispatch',
  summary: 'Keep a space for each of up to 50 vehicles of a fleet',
  description:
    'For all of them or for none, on one lot or on those nearest to a point. Commit each at ' +
    'handoff with its fencing_token; what is not committed by lease_expires_at goes back.',
  tags: ['fleets'],
  auth: { scope: 'fleet:write' },
  budgets: ['write'],
  headers: IdempotencyHeaders,
  body: Type.Object({
    fleet_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    vehicles: Type.Array(
      Type.Object({
        plate: Type.String({ minLength: 2, maxLength: 20 }),
        vin: Type.Optional(Type.String({ minLength: 17, maxLength: 30, description: 'ISO 3779' })),
      }),
      { minItems: 1, maxItems: VEHICLES_MAX },
    ),
    lot_id: Type.Optional(Type.String({ format: 'uuid' })),
    near: Type.Optional(
      Type.Object({
        lat: Type.Number({ minimum: -90, maximum: 90 }),
        lng: Type.Number({ minimum: -180, maximum: 180 }),
        radius_km: Type.Number({ minimum: 0.1, maximum: 50, default: 5 }),
      }),
    ),
    arrive_by: Type.Optional(Type.String({ format: 'date-time' })),
    ttl_seconds: Type.Optional(
      Type.Integer({
        minimum: TTL_SECONDS_MIN,
        maximum: TTL_SECONDS_MAX,
        description: 'of the lease',
      }),
    ),
    duration_hours: Type.Number({ exclusiveMinimum: 0, maximum: STAY_HOURS_MAX, default: 1 }),
  }),
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
    const dispatch = await recallDispatch(db, caller, result, 'held');
    return { status: 201, body: { dispatch }, headers: REPLAYED_HEADERS };
  },
});

/** One of the two fields. BAD_REQUEST naming the one that is missing or too many. */
function readTarget(body: {
  lot_id?: string;
  near?: { lat: number; lng: number; radius_km: number };
}): Target {
  const { lot_id: lotId, near } = body;
  if (lotId !== undefined && near !== undefined)
    throw badField('near', 'cannot stand beside lot_id');
  if (lotId !== undefined) return { lotId };
  if (near === undefined) throw badField('lot_id', 'is needed, or near');
  return { centre: near, radiusM: near.radius_km * METRES_PER_KM };
}
