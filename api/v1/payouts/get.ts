import { Type } from 'typebox';
import { findPayout } from '../../../src/money/payouts/find-payout.ts';
import { PAYOUT_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { PayoutWithLinesSchema, toLineShape, toPayoutShape } from './payout-shape.ts';

export const getPayoutOperation = defineOperation({
  operationId: 'getPayout',
  method: 'get',
  path: '/api/v1/payouts/{payout_id}',
  summary: 'Look up one payout, lot by lot',
  description:
    'Its lines add up to its amounts. An open payout may still change; it closes an hour after ' +
    'its period, and stays as it is from then on.',
  tags: ['payouts'],
  auth: { scope: 'payouts:read' },
  budgets: ['read'],
  params: PAYOUT_PARAMS,
  responses: {
    200: {
      description: 'The payout',
      schema: Type.Object({ payout: PayoutWithLinesSchema }),
    },
  },
  errors: ['NOT_FOUND'],

  async handler({ params, caller }, { db }) {
    const payout = await findPayout(db, caller, params.payout_id);
    const lines = payout.lines.map((line) => toLineShape(line, payout.currency));
    return { status: 200, body: { payout: { ...toPayoutShape(payout), lines } } };
  },
});
