import { Type } from 'typebox';
import { type DescribedKey, describeKey } from '../../../src/keys/describe-key.ts';
import { BUDGET_NAMES } from '../../../src/keys/rate-limits.ts';
import { PLAN_LIMITS } from '../../../src/pricing/plan-limits.ts';
import { findMonthSpend, type MonthSpend } from '../../../src/usage/find-month-spend.ts';
import { Instant, nullable } from '../../fields/field-types.ts';
import { AgentId, OperatorId } from '../../fields/ids.ts';
import { MandateLeftSchema } from '../../fields/mandate-shape.ts';
import { named } from '../../fields/named.ts';
import { readOwnMandate } from '../../fields/own-mandate.ts';
import { defineOperation } from '../../operation.ts';
import { KEY_FIELDS, toKeyFields } from '../keys/key-shape.ts';
import { PlanLimitsSchema } from './plan-limits-shape.ts';

const Cents = (description: string) => Type.Integer({ description: `US cents ${description}` });

const MeSchema = Type.Object({
  key: named('OwnKey', KEY_FIELDS),
  operator: named('Operator', {
    id: OperatorId(),
    name: Type.String(),
    plan: Type.Enum(['free', 'starter', 'pro', 'enterprise']),
    figures_public: Type.Boolean({
      description:
        'Whether what happens on its lots is told lot by lot; a change is in force from the next ' +
        'day (UTC)',
    }),
  }),
  plan_limits: PlanLimitsSchema,
  agent: nullable(
    named(
      'OwnAgent',
      { id: AgentId(), name: Type.String(), platform: Type.String(), created_at: Instant },
      { description: 'The agent that was registered with this key' },
    ),
  ),
  budgets: Type.Array(
    named('BudgetLeft', {
      name: Type.Enum([...BUDGET_NAMES]),
      per_minute: Type.Integer({ description: 'Calls per minute' }),
      remaining: Type.Integer({ description: 'Calls left now' }),
    }),
    {
      description:
        'What calls with this key draw from, in the process that answers; this call has drawn too',
    },
  ),
  spend: named('Spend', {
    cap_cents: nullable(Cents('that may be spent in a month; null: no cap')),
    spent_cents: Cents('spent in this month, by the keys that this one replaced, too'),
    left_cents: nullable(Cents('left in this month')),
    month: Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'Calendar month (UTC)' }),
  }),
  mandate: nullable(MandateLeftSchema),
});

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
    const [key, spend, mandate] = await Promise.all([
      describeKey(db, caller.keyId),
      findMonthSpend(db, caller.keyId),
      caller.mandate && readOwnMandate(db, caller.mandate, caller.operatorId),
    ]);
    return {
      status: 200,
      body: {
        key: toKeyFields(key),
        operator: {
          id: key.operator_id,
          name: key.operator_name,
          plan: key.plan,
          figures_public: key.figures_public,
        },
        plan_limits: PLAN_LIMITS[key.plan],
        agent: presentAgent(key),
        budgets: budgetsLeft(),
        spend: presentSpend(key, spend),
        mandate,
      },
    };
  },
});

function presentAgent({ agent_id, agent_name, platform, registered_at }: DescribedKey) {
  if (agent_id === null || agent_name === null) return null;
  return { id: agent_id, name: agent_name, platform, created_at: registered_at.toISOString() };
}

function presentSpend({ spend_cap_cents: cap }: DescribedKey, { spent_cents, month }: MonthSpend) {
  return {
    cap_cents: cap,
    spent_cents,
    left_cents: cap === null ? null : Math.max(0, cap - spent_cents),
    month,
  };
}
