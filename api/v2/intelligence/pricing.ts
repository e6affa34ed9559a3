import { Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { REREAD_SECONDS } from '../../../src/money/usage/purchases.ts';
import { callsPerMinute } from '../../access/budgets-left.ts';
import { defineOperation } from '../../operation.ts';
import { FreeMeta, freeMeta } from '../../price/free-meta.ts';
import { Cents } from './shapes.ts';

const FREE_WHEN = [
  'the answer is not 200',
  'meta.confidence is low',
  'it repeats the answer to the same Idempotency-Key within 24 hours',
  'the call is HEAD',
  'dry_run=true',
  'the key is a test key',
];

const Budgets = Type.Record(
  Type.String(),
  Type.Integer({ minimum: 0, description: 'calls per minute of this key' }),
);

const PriceItem = named('PriceItem', {
  operation_id: Type.String(),
  method: Type.String(),
  path: Type.String(),
  summary: Type.String(),
  cost_cents: Cents,
  reread_cost_cents: nullable(
    Type.Integer({
      minimum: 0,
      description:
        'For the same question by the same key within reread_seconds of paying cost_cents; ' +
        'null: as much as cost_cents',
    }),
  ),
  confidence: named('ConfidenceRule', {
    low: Type.String(),
    medium: Type.String(),
    high: Type.String(),
  }),
  budgets: Budgets,
});

export const getPricingOperation = defineOperation({
  operationId: 'getPricing',
  method: 'get',
  path: '/api/v2/intelligence/pricing',
  summary: 'What every priced answer costs, and when it is free',
  description:
    'Prices, rules of confidence and budgets come from the declarations by which calls are ' +
    'charged. dry_run=true of each operation says what one answer would cost now.',
  tags: ['intelligence'],
  auth: { scope: 'intelligence' },
  budgets: ['read'],
  responses: {
    200: {
      description: 'The price list; prices are US cents',
      schema: Type.Object({
        data: named('PriceList', {
          currency: Type.String(),
          free_when: Type.Array(Type.String()),
          reread_seconds: Type.Integer(),
          spend_cap_cents: nullable(
            Type.Integer({
              minimum: 0,
              description: 'Most that this key may spend in a calendar month (UTC); null: no cap',
            }),
          ),
          dry_run_budgets: Budgets,
          operations: Type.Array(PriceItem),
        }),
        meta: FreeMeta,
      }),
    },
  },

  async handler({ caller, requestId }, api) {
    const operations = api.priceList.map((item) => ({
      operation_id: item.operationId,
      method: item.method.toUpperCase(),
      path: item.path,
      summary: item.summary,
      cost_cents: item.costCents,
      reread_cost_cents: item.rereadCostCents,
      confidence: item.confidence,
      budgets: callsPerMinute(caller, item.budgets),
    }));
    const data = {
      currency: 'usd',
      free_when: FREE_WHEN,
      reread_seconds: REREAD_SECONDS,
      spend_cap_cents: caller.spendCapCents,
      dry_run_budgets: callsPerMinute(caller, ['dry_run']),
      operations,
    };
    return { status: 200, body: { data, meta: freeMeta(api, 'pricing', requestId) } };
  },
});
