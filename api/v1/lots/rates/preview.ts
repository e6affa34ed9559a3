import { type Static, Type } from 'typebox';
import { fromMinor } from '../../../../src/kit/money.ts';
import { nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import type { Lot } from '../../../../src/parking/lots/lot-columns.ts';
import { findOwnersLot } from '../../../../src/parking/lots/own-lots.ts';
import type { NewRate } from '../../../../src/parking/lots/rates/set-rate.ts';
import { offerLotRate } from '../../../../src/tariffs/offer-lot-rate.ts';
import { postedTariff } from '../../../../src/tariffs/posted-tariff.ts';
import { summarize } from '../../../../src/tariffs/words/summarize.ts';
import { LOT_PARAMS } from '../../../fields/id-params.ts';
import { LotId } from '../../../fields/ids.ts';
import { defineOperation } from '../../../operation.ts';
import { AppliedRuleSchema, presentRules } from '../../pricing-shape.ts';
import { CostsOfHours, costsOfHours } from './costs-of-hours.ts';
import { RateBody, readRateBody } from './rate-body.ts';

export const RatePreview = named('RatePreview', {
  lot_id: LotId(),
  currency: Type.String(),
  starts_at: Type.String({
    format: 'date-time',
    description: 'When these stays begin: now, or at effective_from',
  }),
  summary: Type.Array(Type.String(), {
    description: 'The rate in words, a line per part; amounts in currency units',
  }),
  effective_rate: nullable(
    Type.Number({ description: 'Currency units; with the rules; null: nothing is sold then' }),
  ),
  rules: Type.Array(AppliedRuleSchema),
  costs: CostsOfHours('Currency units; null: nothing is sold then, or not so long'),
});

export const previewRatesOperation = defineOperation({
  operationId: 'previewRates',
  method: 'post',
  path: '/api/v1/lots/{lot_id}/rates/preview',
  summary: 'What stays on one of your lots would cost by a rate that is not posted',
  description:
    'Reads the body as PUT rates does, prices stays that begin now, or at effective_from, and ' +
    'writes nothing.',
  tags: ['lots'],
  auth: { scope: 'lots:write' },
  budgets: ['read'],
  params: LOT_PARAMS,
  body: RateBody,
  responses: {
    200: { description: 'The prices', schema: Type.Object({ preview: RatePreview }) },
  },
  errors: ['NOT_FOUND'],
  async handler({ params, body, caller }, { db }) {
    const lot = await findOwnersLot(db, params.lot_id, caller);
    const { rate, effectiveFrom } = readRateBody(body, lot);
    return { status: 200, body: { preview: present(lot, rate, effectiveFrom ?? lot.now) } };
  },
});

/** The lot is taken as if it had posted the rate already. */
function present(lot: Lot, rate: NewRate, from: Date): Static<typeof RatePreview> {
  const { lotId, currency } = lot;
  const { tariff, priceRules } = rate;
  const posted = { tariff: tariff && postedTariff(tariff), priceRules, scheduledRates: [] };
  const asPosted = { ...lot, ...posted };
  const offered = offerLotRate(asPosted, from);
  return {
    lot_id: lotId,
    currency,
    starts_at: from.toISOString(),
    summary: tariff === null ? [] : summarize(tariff, currency),
    effective_rate: offered === undefined ? null : fromMinor(offered.rateMinor, currency),
    rules: presentRules(offered?.rules ?? []),
    costs: costsOfHours(asPosted, from),
  };
}
