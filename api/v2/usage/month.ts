import { type Static, Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { findUsageMonth } from '../../../src/money/usage/find-usage-month.ts';
import { Instant, Period } from '../../fields/field-types.ts';
import { OperatorId } from '../../fields/ids.ts';
import { defineOperation } from '../../operation.ts';
import { FreeMetaAsOf, freeMeta } from '../../price/free-meta.ts';
import { CURRENCY } from './shapes.ts';

const UsageLine = named('UsageLine', {
  endpoint: Type.String(),
  unit_price_cents: Type.Integer({ minimum: 0, description: 'US cents for one answer' }),
  quantity: Type.Integer({ minimum: 0, description: 'answers that were charged' }),
  amount_cents: Type.Integer({ minimum: 0, description: 'unit_price_cents x quantity' }),
});

const UsageMonthSchema = named('UsageMonth', {
  month: Type.String(),
  operator: named('UsageOperator', { id: OperatorId(), name: Type.String() }),
  period: Period,
  currency: Type.String(),
  livemode: Type.Boolean({ description: 'false: test keys pay nothing' }),
  status: Type.Enum(['open', 'closed']),
  closed_at: nullable(Instant),
  lines: Type.Array(UsageLine),
  query_count: Type.Integer({ minimum: 0 }),
  total_cents: Type.Integer({ minimum: 0 }),
});

export type UsageMonthShape = Static<typeof UsageMonthSchema>;

export const getUsageMonthOperation = defineOperation({
  operationId: 'getUsageMonth',
  method: 'get',
  path: '/api/v2/usage/{month}',
  summary: 'A month of charges, ready for an invoice',
  description:
    'A calendar month (UTC) of the operator in the mode of the key that asks, with a line for ' +
    'each endpoint and price. It equals the sum of its charges. Some minutes after its end it is ' +
    'closed: nothing in `data` changes from then on, not even the name of the operator.',
  tags: ['usage'],
  auth: { scope: 'intelligence' },
  budgets: ['read'],
  params: Type.Object({
    month: Type.String({
      pattern: '^(19[789]|20\\d|21\\d)\\d-(0[1-9]|1[0-2])$',
      description: 'The month (UTC), such as 2026-11',
    }),
  }),
  responses: {
    200: {
      description: 'The month',
      schema: Type.Object({
        data: UsageMonthSchema,
        meta: FreeMetaAsOf,
      }),
    },
  },
  errors: ['NOT_FOUND'],

  async handler({ params, caller, livemode, requestId }, api) {
    const from = new Date(`${params.month}-01T00:00:00Z`);
    const month = await findUsageMonth(api.db, caller, from);
    const data = {
      month: params.month,
      operator: { id: caller.operatorId, name: month.operatorName },
      period: { from: month.from.toISOString(), to: month.to.toISOString() },
      currency: CURRENCY,
      livemode,
      status: month.closedAt === null ? ('open' as const) : ('closed' as const),
      closed_at: month.closedAt?.toISOString() ?? null,
      lines: month.lines.map((line) => ({
        endpoint: line.endpoint,
        unit_price_cents: line.unitCents,
        quantity: line.quantity,
        amount_cents: line.amountCents,
      })),
      query_count: month.queryCount,
      total_cents: month.totalCents,
    };
    const meta = { ...freeMeta(api, 'usage', requestId), as_of: month.asOf.toISOString() };
    return { status: 200, body: { data, meta } };
  },
});
