import { type Static, Type } from 'typebox';
import { badField, notTogether } from '../../../src/kit/errors.ts';
import { roundPoint } from '../../../src/kit/geo/great-circle.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import type { DispatchRequest } from '../../../src/parking/fleets/allocate-vehicles.ts';
import { VEHICLES_MAX } from '../../../src/parking/fleets/dispatch.ts';
import type { Target } from '../../../src/parking/fleets/plan-spaces.ts';
import {
  TTL_SECONDS_DEFAULT,
  TTL_SECONDS_MAX,
  TTL_SECONDS_MIN,
} from '../../../src/parking/holds/hold.ts';
import { CIRCLE, InstantInput, instantOf, PlateInput } from '../../fields/field-types.ts';
import { LotId } from '../../fields/ids.ts';

const METRES_PER_KM = 1_000;
const STAY_HOURS_MAX = 24;

/** Which vehicles to send where, and for how long. */
export const DispatchInput = Type.Object(
  {
    fleet_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Your name for it; default the key's",
      }),
    ),
    vehicles: Type.Array(
      named('FleetVehicleInput', {
        plate: PlateInput(),
        vin: Type.Optional(
          Type.String({
            minLength: 17,
            maxLength: 30,
            description: 'Vehicle identification number (ISO 3779)',
          }),
        ),
      }),
      { minItems: 1, maxItems: VEHICLES_MAX, description: 'The vehicles, each once' },
    ),
    lot_id: Type.Optional(LotId('All of them on this lot: its id, a UUID')),
    near: Type.Optional(
      named('CircleInput', CIRCLE, { description: 'Lots around here, in place of lot_id' }),
    ),
    arrive_by: Type.Optional(
      InstantInput('When the last of them will be there; the spaces are kept for so long'),
    ),
    ttl_seconds: Type.Optional(
      Type.Integer({
        minimum: TTL_SECONDS_MIN,
        maximum: TTL_SECONDS_MAX,
        description: `Seconds of the lease; default ${TTL_SECONDS_DEFAULT}, or as arrive_by needs`,
      }),
    ),
    duration_hours: Type.Number({
      exclusiveMinimum: 0,
      maximum: STAY_HOURS_MAX,
      default: 1,
      description: 'How long they stay, hours; default 1',
    }),
  },
  {
    examples: [
      {
        fleet_id: 'fleet-7',
        vehicles: [{ plate: 'AV-0001', vin: '1M8GDM9AXKP042788' }, { plate: 'AV-0002' }],
        near: { lat: 41.2, lng: -99.6, radius_km: 5 },
        ttl_seconds: 900,
      },
      {
        fleet_id: 'fleet-7',
        vehicles: [{ plate: 'AV-0003' }],
        lot_id: '0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b40',
      },
    ],
  },
);

/** What is asked for. Errors: BAD_REQUEST naming the fields. */
export function readDispatch(body: Static<typeof DispatchInput>): DispatchRequest {
  return {
    fleetId: body.fleet_id ?? null,
    vehicles: body.vehicles.map(({ plate, vin = null }) => ({ plate, vin })),
    target: readTarget(body),
    arriveBy: instantOf(body.arrive_by),
    ttlSeconds: body.ttl_seconds ?? null,
    durationHours: body.duration_hours,
  };
}

/** Reads `lot_id` or `near`; exactly one must be given. Errors: BAD_REQUEST naming the fields. */
function readTarget(body: Static<typeof DispatchInput>): Target {
  const { lot_id: lotId, near } = body;
  if (lotId !== undefined && near !== undefined) throw notTogether('lot_id', 'near');
  if (lotId !== undefined) return { lotId };
  if (near === undefined) throw badField('lot_id', 'is needed, or near');
  return { centre: roundPoint(near), radiusM: near.radius_km * METRES_PER_KM };
}
