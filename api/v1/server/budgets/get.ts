import { type Static, Type } from 'typebox';
import { listLimited } from '../../../../src/access/calls/list-limited.ts';
import { BUDGET_NAMES, KEY_BUDGETS } from '../../../../src/access/principals/rate-limits.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import { Instant } from '../../../fields/field-types.ts';
import { OperatorId } from '../../../fields/ids.ts';
import { defineOperation } from '../../../operation.ts';

const ServerBudgetsSchema = named('ServerBudgets', {
  usual: Type.Array(
    named('UsualBudget', {
      name: Type.Enum([...BUDGET_NAMES]),
      per_minute: Type.Integer({ description: 'Calls per minute' }),
    }),
    { description: 'What a key may call, unless it has limits of its own' },
  ),
  from: { ...Instant, description: 'From when on calls are counted: the beginning of an hour' },
  limited: Type.Array(
    named('LimitedOperator', {
      operator_id: OperatorId(),
      operator_name: Type.String(),
      limited_count: Type.Integer({ minimum: 1, description: 'Calls beyond a budget (429)' }),
      last_at: { ...Instant, description: 'When the last hour began that has such calls' },
    }),
    { description: 'Whose calls met a budget, those with most of them first' },
  ),
});

export type ServerBudgetsShape = Static<typeof ServerBudgetsSchema>;

export const getServerBudgetsOperation = defineOperation({
  operationId: 'getServerBudgets',
  method: 'get',
  path: '/api/v1/server/budgets',
  summary: 'What keys may call, and which operators met a budget in the last 24 hours',
  description:
    'What is left of budgets is in the memory of each process; what went beyond them is counted. ' +
    'For the owner of the server alone (403 `not_server_owner`).',
  tags: ['server'],
  auth: { scope: 'server:read' },
  budgets: ['read'],
  query: Type.Object({
    limit: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 10,
      description: 'Rows of `limited`; default 10',
    }),
  }),
  responses: {
    200: { description: 'The budgets', schema: Type.Object({ budgets: ServerBudgetsSchema }) },
  },

  async handler({ query }, { db }) {
    const { from, operators } = await listLimited(db, query);
    const budgets = {
      usual: BUDGET_NAMES.map((name) => ({ name, per_minute: KEY_BUDGETS[name] })),
      from: from.toISOString(),
      limited: operators.map(({ operatorId, name, limitedCount, lastAt }) => ({
        operator_id: operatorId,
        operator_name: name,
        limited_count: limitedCount,
        last_at: lastAt.toISOString(),
      })),
    };
    return { status: 200, body: { budgets } };
  },
});
