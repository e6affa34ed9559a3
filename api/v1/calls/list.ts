import { type Static, Type } from 'typebox';
import {
  CALL_DAYS_MAX,
  CALL_GROUPS,
  CALL_HOURS_MAX,
  listCalls,
  RECENT_HOURS,
} from '../../../src/access/calls/list-calls.ts';
import { daysOf, daysQuery } from '../../fields/days-query.ts';
import { Instant } from '../../fields/field-types.ts';
import { KeyId } from '../../fields/ids.ts';
import { defineOperation } from '../../operation.ts';
import { CallRow, CallTotal, presentCounts, toRowShape } from './call-shapes.ts';

const CallsSchema = Type.Object({
  from: Instant,
  to: { ...Instant, description: 'The end of the last day, which is not included, or now' },
  group_by: Type.Enum([...CALL_GROUPS]),
  total: CallTotal,
  rows: Type.Array(CallRow),
});

export type CallsShape = Static<typeof CallsSchema>;

export const listCallsOperation = defineOperation({
  operationId: 'listCalls',
  method: 'get',
  path: '/api/v1/calls',
  summary: 'How many calls you made in a period, by day, hour, operation or key',
  description:
    'All calls with your keys in your mode, by how they were answered, some seconds after it. ' +
    `Days (UTC) are kept for ${CALL_DAYS_MAX} days; hours are listed for the last ` +
    `${CALL_HOURS_MAX}. Groups without a call are left out.`,
  tags: ['keys'],
  auth: { scope: 'audit:read', orScopes: ['keys:write'] },
  budgets: ['read'],
  query: Type.Object({
    ...daysQuery(`the first day of this month, or ${RECENT_HOURS} hours ago by hour`),
    group_by: Type.Enum([...CALL_GROUPS], {
      default: 'day',
      description: 'What each row is; default day',
    }),
    key_id: Type.Optional(KeyId('Only calls with this key')),
  }),
  responses: {
    200: {
      description: 'The calls',
      schema: CallsSchema,
    },
  },

  async handler({ query, caller }, { db }) {
    const groupBy = query.group_by;
    const asked = { ...daysOf(query), groupBy, keyId: query.key_id ?? null };
    const { from, to, total, lines } = await listCalls(db, caller, asked);
    const body = {
      from: from.toISOString(),
      to: to.toISOString(),
      group_by: groupBy,
      total: presentCounts(total),
      rows: lines.map((line) => toRowShape(line, groupBy)),
    };
    return { status: 200, body };
  },
});
