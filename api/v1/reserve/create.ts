import { Type } from 'typebox';
import {
  HELD_SPACES_MAX,
  HOLD_AHEAD_DAYS_MAX,
  HOLD_HOURS_MAX,
  HOLD_SPACES_MAX,
  TTL_SECONDS_DEFAULT,
  TTL_SECONDS_MAX,
  TTL_SECONDS_MIN,
} from '../../../src/holds/hold.ts';
import { reserveSpaces } from '../../../src/holds/reserve-spaces.ts';
import { INTENT_LENGTH_MAX } from '../../../src/intents/intent.ts';
import { InstantInput } from '../../field-types.ts';
import { RequiredIdempotencyHeaders } from '../../idempotency-header.ts';
import { REPLAYED_HEADERS } from '../../idempotent-call.ts';
import { defineOperation } from '../../operation.ts';
import { readVehicle, VehicleInput } from '../sessions/vehicle-input.ts';
import { HoldSchema, toHoldShape } from './hold-shape.ts';
import { recallHold, rememberHold } from './idempotent.ts';

export const reserve = defineOperation({
  operationId: 'reserve',
  method: 'post',
  path: '/api/v1/reserve',
  summary: 'Hold spaces for what you ask for in words',
  description:
    'Reads place, time, length, vehicle, features, price and count out of intent; fields win ' +
    'over words. Nothing is charged until the hold is activated; unredeemed, it goes back at ' +
    'expires_at. Operators limit what others hold of their lots: 409 hold_limit_lot; ' +
    `${HELD_SPACES_MAX} spaces in all: hold_limit_key.`,
  tags: ['holds'],
  auth: { scope: 'reservations:write' },
  budgets: ['write', 'agent_call'],
  headers: RequiredIdempotencyHeaders,
  body: Type.Object(
    {
      intent: Type.String({ minLength: 1, maxLength: INTENT_LENGTH_MAX }),
      lot_id: Type.Optional(Type.String({ format: 'uuid' })),
      starts_at: Type.Optional(
        InstantInput(`default: now; at most ${HOLD_AHEAD_DAYS_MAX} days ahead`),
      ),
      ends_at: Type.Optional(
        InstantInput(`default: an hour on; at most ${HOLD_HOURS_MAX} hours after the start`),
      ),
      plate: Type.Optional(
        Type.String({
          minLength: 2,
          maxLength: 20,
          description: 'Has one space of a lot at a time, by hold or stay: 409 plate_already_held',
        }),
      ),
      vehicle: Type.Optional(VehicleInput),
      space_count: Type.Optional(Type.Integer({ minimum: 1, maximum: HOLD_SPACES_MAX })),
      ttl_seconds: Type.Integer({
        minimum: TTL_SECONDS_MIN,
        maximum: TTL_SECONDS_MAX,
        default: TTL_SECONDS_DEFAULT,
        description: 'Of a hold that begins now; a later one waits for 15 minutes after its start',
      }),
    },
    {
      examples: [
        {
          intent:
            'covered, Cedar Street Garage, tomorrow 9 to 17, plate NE 4821, under $40 in total',
        },
        {
          intent: 'right now for two hours',
          lot_id: '0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b40',
          ttl_seconds: 600,
        },
      ],
    },
  ),
  responses: {
    201: {
      description: 'The hold',
      schema: Type.Object({ hold: HoldSchema }),
      headers: { 'Idempotent-Replayed': 'true when an earlier call made this hold' },
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handler({ body, headers, caller, agentPlatform, requestId }, { db, geocoder }) {
    const remember = rememberHold(caller, 'reserve', headers['Idempotency-Key'], body);
    const request = {
      intent: body.intent,
      lotId: body.lot_id ?? null,
      startsAt: body.starts_at === undefined ? null : new Date(body.starts_at),
      endsAt: body.ends_at === undefined ? null : new Date(body.ends_at),
      plate: body.plate ?? null,
      vehicle: readVehicle(body.vehicle),
      spaceCount: body.space_count ?? null,
      ttlSeconds: body.ttl_seconds,
    };
    const context = { requestId, agentPlatform, remember };
    const result = await reserveSpaces({ db, geocoder }, caller, request, context);
    if ('hold' in result) return { status: 201, body: { hold: toHoldShape(result.hold) } };
    const hold = await recallHold(db, caller, result);
    return { status: 201, body: { hold }, headers: REPLAYED_HEADERS };
  },
});
