import { Type } from 'typebox';
import { findHold } from '../../../src/holds/find-hold.ts';
import { HOLD_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { HoldSchema, toHoldShape } from './hold-shape.ts';

export const getReservationOperation = defineOperation({
  operationId: 'getReservation',
  method: 'get',
  path: '/api/v1/reserve/{hold_id}',
  summary: 'Look up one hold',
  description:
    'Holds of your keys, on your lots (of those of others without the words they were asked for ' +
    'with), or of your fleet; any other is 404.',
  tags: ['holds'],
  auth: { scope: 'reservations:read', orScopes: ['reservations:write'] },
  budgets: ['read'],
  params: HOLD_PARAMS,
  responses: {
    200: { description: 'The hold', schema: Type.Object({ hold: HoldSchema }) },
  },
  errors: ['NOT_FOUND'],
  async handler({ params, caller }, { db }) {
    const hold = await findHold(db, caller, params.hold_id);
    return { status: 200, body: { hold: toHoldShape(hold) } };
  },
});
