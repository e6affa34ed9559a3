import { type DescribedKey, describeKey } from '../../../src/access/keys/describe-key.ts';
import { PLAN_LIMITS } from '../../../src/access/plans/plan-limits.ts';
import { findMonthSpend, type MonthSpend } from '../../../src/money/usage/find-month-spend.ts';
import { findFees } from '../../../src/tariffs/find-fees.ts';
import { readOwnMandate } from '../../fields/own-mandate.ts';
import { defineOperation } from '../../operation.ts';
import { toKeyFields } from '../keys/key-shape.ts';
import { MeSchema } from './me-shape.ts';

export const getMeOperation = defineOperation({
  operationId: 'getMe',
  method: 'get',
  path: '/api/v1/me',
  summary: 'Say who the key is, what it may do and what it has left',
  description: 'For any valid key, whatever its scopes.',
  tags: ['keys'],
  auth: 'key',
  budgets: ['read'],
  responses: { 200: { description: 'The key that calls', schema: MeSchema } },

  async handler({ caller, budgetsLeft }, { db }) {
    const key = await describeKey(db, caller.id);
    const seesPayouts = caller.scopes.includes('payouts:read') && caller.fleetId === null;
    const [fees, spend, mandate] = await Promise.all([
      findFees(db, { ...caller, plan: key.plan }, { isGrossShown: seesPayouts }),
      findMonthSpend(db, caller.id),
      caller.mandate && readOwnMandate(db, caller.mandate, caller.operatorId),
    ]);
    return {
      status: 200,
      body: {
        // An app may have lost some of what it was allowed, with the role of its member.
        key: toKeyFields({ ...key, scopes: [...caller.scopes] }),
        operator: {
          id: key.operatorId,
          name: key.operatorName,
          plan: key.plan,
          figures_public: key.figuresPublic,
        },
        plan_limits: PLAN_LIMITS[key.plan],
        fees,
        agent: presentAgent(key),
        budgets: budgetsLeft(),
        spend: presentSpend(key, spend),
        mandate,
      },
    };
  },
});

function presentAgent({ agentId, agentName, platform, registeredAt }: DescribedKey) {
  if (agentId === null || agentName === null) return null;
  return { id: agentId, name: agentName, platform, created_at: registeredAt.toISOString() };
}

function presentSpend({ spendCapCents: cap }: DescribedKey, { spentCents, month }: MonthSpend) {
  return {
    cap_cents: cap,
    spent_cents: spentCents,
    left_cents: cap === null ? null : Math.max(0, cap - spentCents),
    month,
  };
}
