import { type Static, Type } from 'typebox';
import { PLAN_LIMITS, PLAN_NAMES } from '../../../src/access/plans/plan-limits.ts';
import { PLANS, planCents } from '../../../src/access/plans/plan-prices.ts';
import { FEE_TIERS, toPercent } from '../../../src/access/plans/platform-fee.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { defineOperation } from '../../operation.ts';
import { TierSchema } from '../me/fees-shape.ts';
import { PlanLimitsSchema } from './limits-shape.ts';
import { PlanName, PriceSchema } from './plan-shape.ts';

const OfferedPlan = named('OfferedPlan', {
  plan: PlanName,
  name: Type.String(),
  price_cents: PriceSchema,
  limits: PlanLimitsSchema,
  fees: Type.Array(TierSchema, {
    description: 'What the platform keeps of stays; the last tier that is exceeded applies',
  }),
});

export type OfferedPlanShape = Static<typeof OfferedPlan>;

export const listPlansOperation = defineOperation({
  operationId: 'listPlans',
  method: 'get',
  path: '/api/v1/plans',
  summary: 'All plans, with what they cost and allow',
  description: 'The lowest first. A plan is bought with putPlan.',
  tags: ['invoices'],
  auth: 'public',
  budgets: ['read'],
  responses: {
    200: {
      description: 'The plans',
      schema: Type.Object({ currency: Type.String(), plans: Type.Array(OfferedPlan) }),
    },
  },

  async handler(_request, { config }) {
    const plans = PLANS.map((plan) => ({
      plan,
      name: PLAN_NAMES[plan],
      price_cents: planCents(config.planPrices, plan),
      limits: PLAN_LIMITS[plan],
      fees: FEE_TIERS[plan].map(({ aboveUnits, basisPoints }) => ({
        above: aboveUnits,
        percent: toPercent(basisPoints),
      })),
    }));
    return { status: 200, body: { currency: 'usd', plans } };
  },
});
