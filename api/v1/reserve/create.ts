import { Type } from 'typebox';
import { HELD_SPACES_MAX } from '../../../src/parking/holds/hold.ts';
import { reserveSpaces } from '../../../src/parking/reservations/reserve-spaces.ts';
import { instantOf } from '../../fields/field-types.ts';
import { defineOperation } from '../../operation.ts';
import { readVehicle } from '../sessions/vehicle-input.ts';
import { HoldSchema, toHoldShape } from './hold-shape.ts';
import { recallHold, toMoment } from './recall-hold.ts';
import { ReserveInput } from './reserve-input.ts';

export const reserveOperation = defineOperation({
  operationId: 'reserve',
  method: 'post',
  path: '/api/v1/reserve',
  summary: 'Hold spaces for what you ask for in words',
  description:
    'Reads place, time, vehicle, features, price and count out of intent; fields override it. ' +
    'Words not understood: 400, problems; a name of several lots: 400, candidates. No lot ' +
    'matches: 404. Nothing is charged before activation. 409: hold_limit_lot; hold_limit_key ' +
    `(${HELD_SPACES_MAX} spaces in all); reported_full.`,
  tags: ['holds'],
  auth: { scope: 'reservations:write' },
  budgets: ['write', 'agent_call'],
  body: ReserveInput,
  responses: {
    201: { description: 'The hold', schema: Type.Object({ hold: HoldSchema }) },
  },
  errors: ['NOT_FOUND'],
  repeat: {
    says: 'true when an earlier call made this hold',
    key: 'needed',
    store: toMoment,
    recall: recallHold,
  },

  async handler({ body, caller, requestId, remember }, { db, payments, geocoder }) {
    const request = {
      intent: body.intent,
      lotId: body.lot_id ?? null,
      startsAt: instantOf(body.starts_at),
      endsAt: instantOf(body.ends_at),
      plate: body.plate ?? null,
      vehicle: readVehicle(body.vehicle),
      spaceCount: body.space_count ?? null,
      ttlSeconds: body.ttl_seconds,
    };
    const context = { requestId, remember };
    const hold = await reserveSpaces({ db, payments, geocoder }, caller, request, context);
    return { status: 201, body: { hold: toHoldShape(hold) } };
  },
});
