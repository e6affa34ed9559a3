import { Type } from 'typebox';
import { refuseFleet } from '../../../src/access/keys/refuse-fleet.ts';
import { findPlan } from '../../../src/money/plans/find-plan.ts';
import { defineOperation } from '../../operation.ts';
import { PlanSchema, toPlanShape } from './plan-shape.ts';

export const getPlanOperation = defineOperation({
  operationId: 'getPlan',
  method: 'get',
  path: '/api/v1/plan',
  summary: 'Your plan, what it costs, and what changes with the next month',
  description: 'Of the operator, the same for live and test keys.',
  tags: ['invoices'],
  auth: { scope: 'payouts:read', orScopes: ['plan:write'] },
  budgets: ['read'],
  responses: { 200: { description: 'The plan', schema: Type.Object({ plan: PlanSchema }) } },

  async handler({ caller }, { db, config }) {
    refuseFleet(caller, 'plans');
    const held = await findPlan(db, caller.operatorId);
    return { status: 200, body: { plan: toPlanShape(held, config.planPrices) } };
  },
});
