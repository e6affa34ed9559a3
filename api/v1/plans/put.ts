import { Type } from 'typebox';
import { changePlan } from '../../../src/money/plans/change-plan.ts';
import { defineOperation } from '../../operation.ts';
import { PlanName, PlanSchema, toPlanShape } from './plan-shape.ts';

const Wanted = { ...PlanName, description: 'The plan to have, such as starter' };

export const putPlanOperation = defineOperation({
  operationId: 'putPlan',
  method: 'put',
  path: '/api/v1/plan',
  summary: 'Buy a plan, or leave one',
  description:
    'A higher plan holds at once, a lower one from the first of the next month (UTC). Asking for ' +
    'the present plan takes a planned change back. A month costs as much as the highest plan ' +
    'that was bought and held in it. 409 for a higher one while an invoice is overdue.',
  tags: ['invoices'],
  auth: { scope: 'plan:write' },
  budgets: ['write'],
  body: Type.Object({ plan: Wanted }, { examples: [{ plan: 'starter' }] }),
  responses: {
    200: { description: 'The plan as it is then', schema: Type.Object({ plan: PlanSchema }) },
  },
  errors: ['CONFLICT'],

  async handler({ body, caller, requestId }, { db, config }) {
    const prices = config.planPrices;
    const held = await changePlan(db, caller, body.plan, { prices, requestId });
    return { status: 200, body: { plan: toPlanShape(held, prices) } };
  },
});
