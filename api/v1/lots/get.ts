import { Type } from 'typebox';
import { findLot } from '../../../src/lots/find-lot.ts';
import { defineOperation } from '../../operation.ts';
import { LotSchema, presentLot } from './lot.ts';

export const getLot = defineOperation({
  operationId: 'getLot',
  method: 'get',
  path: '/api/v1/lots/{lot_id}',
  summary: 'One parking lot',
  tags: ['lots'],
  auth: 'public',
  budgets: ['read'],
  params: Type.Object({ lot_id: Type.String() }),
  responses: {
    200: { description: 'The lot', schema: Type.Object({ lot: LotSchema }) },
  },
  errors: ['NOT_FOUND'],
  async handler({ params, livemode }, { db, config }) {
    const lot = await findLot(db, params.lot_id, livemode);
    return { status: 200, body: { lot: presentLot(lot, config.baseUrl) } };
  },
});
