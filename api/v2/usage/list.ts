import { type Static, Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import {
  listUsage,
  USAGE_DAYS_MAX,
  USAGE_GROUPS,
  type UsageGroup,
  type UsageRow,
} from '../../../src/money/usage/list-usage.ts';
import { daysOf, daysQuery } from '../../fields/days-query.ts';
import { Instant } from '../../fields/field-types.ts';
import { KeyId } from '../../fields/ids.ts';
import { defineOperation } from '../../operation.ts';
import { FreeMetaAsOf, freeMeta } from '../../price/free-meta.ts';
import { CHARGED, CURRENCY } from './shapes.ts';

const ROWS = {
  endpoint: named('UsageByEndpoint', { endpoint: Type.String(), ...CHARGED }),
  key: named('UsageByKey', {
    key_id: KeyId(),
    key_name: nullable(Type.String()),
    ...CHARGED,
  }),
  day: named('UsageByDay', { date: Type.String({ format: 'date' }), ...CHARGED }),
};

const UsageSchema = named('Usage', {
  from: Instant,
  to: { ...Instant, description: 'The end of the last day, which is not included, or now' },
  group_by: Type.Enum([...USAGE_GROUPS]),
  currency: Type.String(),
  query_count: Type.Integer({ minimum: 0 }),
  total_cents: Type.Integer({ minimum: 0 }),
  rows: Type.Array(Type.Union([ROWS.endpoint, ROWS.key, ROWS.day], { title: 'UsageRow' })),
});

export type UsageShape = Static<typeof UsageSchema>;

export const listUsageOperation = defineOperation({
  operationId: 'listUsage',
  method: 'get',
  path: '/api/v2/usage',
  summary: 'What was charged in a period, by endpoint, key or day',
  description:
    `The period is whole days (UTC), at most ${USAGE_DAYS_MAX}, with the days that from and to ` +
    'name. It includes all keys of the operator, also revoked ones, in the mode of the key that ' +
    'asks. Answers that were free are not in it, so test keys see nothing. Groups without a ' +
    'charge are left out.',
  tags: ['usage'],
  auth: { scope: 'intelligence' },
  budgets: ['read'],
  query: Type.Object({
    ...daysQuery('the first day of this month'),
    group_by: Type.Enum([...USAGE_GROUPS], {
      default: 'endpoint',
      description: 'What each row is; default endpoint',
    }),
  }),
  responses: {
    200: {
      description: 'The charges; the totals are the sums of the rows',
      schema: Type.Object({
        data: UsageSchema,
        meta: FreeMetaAsOf,
      }),
    },
  },

  async handler({ query, caller, requestId }, api) {
    const groupBy = query.group_by;
    const asked = { ...daysOf(query), groupBy };
    const usage = await listUsage(api.db, caller, asked);
    const data = {
      from: usage.from.toISOString(),
      to: usage.to.toISOString(),
      group_by: groupBy,
      currency: CURRENCY,
      query_count: usage.queryCount,
      total_cents: usage.totalCents,
      rows: usage.rows.map((row) => toRowShape(row, groupBy)),
    };
    const meta = { ...freeMeta(api, 'usage', requestId), as_of: usage.asOf.toISOString() };
    return { status: 200, body: { data, meta } };
  },
});

type RowShape = Static<(typeof ROWS)[UsageGroup]>;

function toRowShape({ groupName, keyName, ...row }: UsageRow, groupBy: UsageGroup): RowShape {
  const charged = { query_count: row.queryCount, cost_cents: row.costCents };
  if (groupBy === 'endpoint') return { endpoint: groupName, ...charged };
  if (groupBy === 'key') return { key_id: groupName, key_name: keyName, ...charged };
  return { date: groupName, ...charged };
}
