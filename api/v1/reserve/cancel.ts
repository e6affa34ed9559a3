import { Type } from 'typebox';
import { cancelHold } from '../../../src/parking/holds/cancel-hold.ts';
import { HOLD_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { HoldSchema, toHoldShape } from './hold-shape.ts';
import { recallHold, toMoment } from './recall-hold.ts';

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
  body: Type.Object({}, { examples: [{}] }),
  responses: {
    200: { description: 'The canceled hold', schema: Type.Object({ hold: HoldSchema }) },
  },
  errors: ['NOT_FOUND'],
  repeat: {
    says: 'true when an earlier call canceled it',
    store: toMoment,
    recall: recallHold,
  },

  async handler({ params, caller, requestId, remember }, { db }) {
    const hold = await cancelHold(db, caller, params.hold_id, { requestId, remember });
    return { status: 200, body: { hold: toHoldShape(hold) } };
  },
});
