import { Type } from 'typebox';
import { BUDGET_NAMES } from '../../../src/access/principals/rate-limits.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { Instant } from '../../fields/field-types.ts';
import { AgentId, OperatorId } from '../../fields/ids.ts';
import { MandateLeftSchema } from '../../fields/mandate-shape.ts';
import { KEY_FIELDS } from '../keys/key-shape.ts';
import { PlanLimitsSchema } from '../plans/limits-shape.ts';
import { FeesSchema } from './fees-shape.ts';

const Cents = (description: string) => Type.Integer({ description: `US cents ${description}` });

export const MeSchema = Type.Object({
  key: named('OwnKey', KEY_FIELDS),
  operator: named('Operator', {
    id: OperatorId(),
    name: Type.String(),
    plan: Type.Enum(['free', 'starter', 'pro', 'enterprise']),
    figures_public: Type.Boolean({
      description:
        'Whether figures of its lots are shown lot by lot; a change is in force from the next ' +
        'day (UTC)',
    }),
  }),
  plan_limits: PlanLimitsSchema,
  fees: FeesSchema,
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
