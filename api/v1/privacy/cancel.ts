import { Type } from 'typebox';
import { cancelErasure } from '../../../src/parking/privacy/cancel-erasure.ts';
import { ERASURE_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { ErasureSchema, toErasureShape } from './erasure-shape.ts';

export const cancelErasureOperation = defineOperation({
  operationId: 'cancelErasure',
  method: 'delete',
  path: '/api/v1/privacy/erasures/{erasure_id}',
  summary: 'Cancel an erasure that waits',
  description: 'One that was canceled before stays so. One that is done is 409 `erasure_done`.',
  tags: ['privacy'],
  auth: { scope: 'privacy:write' },
  budgets: ['write'],
  params: ERASURE_PARAMS,
  responses: {
    200: { description: 'It is canceled', schema: Type.Object({ erasure: ErasureSchema }) },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ params, caller, requestId }, { db }) {
    const erasure = await cancelErasure(db, caller, params.erasure_id, requestId);
    return { status: 200, body: { erasure: toErasureShape(erasure) } };
  },
});
