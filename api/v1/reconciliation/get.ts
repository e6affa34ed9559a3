import { Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { findOwnStanding } from '../../../src/money/reconciliation/list-own-findings.ts';
import { defineOperation } from '../../operation.ts';

export const ReconciliationSchema = named('Reconciliation', {
  compared_at: nullable(
    Type.String({
      format: 'date-time',
      description: "When a day of the processor's books was last compared; null: not yet",
    }),
  ),
  open_count: Type.Integer({ minimum: 0, description: 'What differs in your payments by now' }),
});

export const getReconciliationOperation = defineOperation({
  operationId: 'getReconciliation',
  method: 'get',
  path: '/api/v1/reconciliation',
  summary: 'Whether your payments agree with the books of the payment processor',
  description:
    'Payments and refunds of stays on your lots are compared with what the processor noted of ' +
    'them, day by day (UTC), in the mode of the key.',
  tags: ['payouts'],
  auth: { scope: 'payouts:read' },
  budgets: ['read'],
  responses: {
    200: {
      description: 'How the comparison stands',
      schema: Type.Object({ reconciliation: ReconciliationSchema }),
    },
  },

  async handler({ caller }, { db }) {
    const { comparedAt, openCount } = await findOwnStanding(db, caller);
    const compared_at = comparedAt?.toISOString() ?? null;
    return { status: 200, body: { reconciliation: { compared_at, open_count: openCount } } };
  },
});
