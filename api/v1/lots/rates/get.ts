import { Type } from 'typebox';
import { findLot } from '../../../../src/lots/find-lot.ts';
import { defineOperation } from '../../../operation.ts';
import { presentRates, RatesSchema } from './rates-shape.ts';

export const getRates = defineOperation({
  operationId: 'getRates',
  method: 'get',
  path: '/api/v1/lots/{lot_id}/rates',
  summary: 'What a lot charges now, and what it will charge',
  tags: ['lots'],
  auth: { scope: 'lots:read' },
  budgets: ['read', 'agent_call'],
  params: Type.Object({ lot_id: Type.String() }),
  responses: {
    200: { description: 'The rates', schema: Type.Object({ rates: RatesSchema }) },
  },
  errors: ['NOT_FOUND'],
  async handler({ params, livemode }, { db }) {
    const lot = await findLot(db, params.lot_id, livemode);
    return { status: 200, body: { rates: presentRates(lot) } };
  },
});
