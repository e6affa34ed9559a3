import { Type } from 'typebox';
import { listPayouts } from '../../../src/money/payouts/list-payouts.ts';
import { LIST_QUERY, listOf, presentPage } from '../../fields/list.ts';
import { defineOperation } from '../../operation.ts';
import { PayoutSchema, toPayoutShape } from './payout-shape.ts';

export const listPayoutsOperation = defineOperation({
  operationId: 'listPayouts',
  method: 'get',
  path: '/api/v1/payouts',
  summary: 'List payouts, newest first',
  description:
    'What you are due for each calendar month (UTC) and currency: stays on your lots captured in ' +
    'it, less the platform fee and the refunds paid in it. Months without either are left out.',
  tags: ['payouts'],
  auth: { scope: 'payouts:read' },
  budgets: ['read'],
  query: Type.Object(LIST_QUERY),
  responses: {
    200: { description: 'A page of payouts', schema: listOf(PayoutSchema) },
  },

  async handler({ query, caller }, { db }) {
    const { cursor = null, limit } = query;
    const page = await listPayouts(db, caller, { cursor, limit });
    return { status: 200, body: presentPage(page, toPayoutShape) };
  },
});
