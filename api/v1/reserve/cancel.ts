import { Type } from 'typebox';
import { cancelHold } from '../../../src/parking/holds/cancel-hold.ts';
import { HOLD_PARAMS } from '../../fields/id-params.ts';
import { IdempotencyHeaders } from '../../fields/idempotency-header.ts';
import { REPLAYED_HEADERS } from '../../fields/idempotent-call.ts';
import { defineOperation } from '../../operation.ts';
import { HoldSchema, toHoldShape } from './hold-shape.ts';
import { recallHold, rememberHold } from './idempotent.ts';

export const cancelReservationOperation = defineOperation({
  operationId: 'cancelReservation',
  method: 'post',
  path: '/api/v1/reserve/{hold_id}/cancel',
  summary: 'Give a hold back, or take it back on your own lot',
  description:
    'By its own operator or that of the lot; also one allocation of a dispatch. The audit log ' +
    'says which key it was.',
  tags: ['holds'],
  auth: { scope: 'reservations:write' },
  budgets: ['write'],
  params: HOLD_PARAMS,
  headers: IdempotencyHeaders,
  body: Type.Object({}, { examples: [{}] }),
  responses: {
    200: {
      description: 'The canceled hold',
      schema: Type.Object({ hold: HoldSchema }),
      headers: { 'Idempotent-Replayed': 'true when an earlier call canceled it' },
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handler({ params, headers, caller, requestId }, { db }) {
    const key = headers['Idempotency-Key'];
    const remember = rememberHold(caller, 'cancelReservation', key, params);
    const result = await cancelHold(db, caller, params.hold_id, { requestId, remember });
    if ('hold' in result) return { status: 200, body: { hold: toHoldShape(result.hold) } };
    const hold = await recallHold(db, caller, result);
    return { status: 200, body: { hold }, headers: REPLAYED_HEADERS };
  },
});
