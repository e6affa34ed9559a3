import { Type } from 'typebox';
import { badField } from '../../../../src/kit/errors.ts';
import { findLot } from '../../../../src/parking/lots/find-lot.ts';
import { setRate } from '../../../../src/parking/lots/rates/set-rate.ts';
import {
  BillingStepInput,
  DAILY_MAX_INPUT,
  RateInput,
} from '../../../../src/tariffs/rate-shapes.ts';
import { InstantInput, instantOf } from '../../../fields/field-types.ts';
import { LOT_PARAMS } from '../../../fields/id-params.ts';
import { defineOperation } from '../../../operation.ts';
import { DynamicInput } from './dynamic-input.ts';
import { RATE_EXAMPLES } from './examples.ts';
import { presentRates, RatesSchema } from './rates-shape.ts';
import { readRate } from './read-rate.ts';
import { TARIFF_INPUTS } from './stated-tariff.ts';

export const putRatesOperation = defineOperation({
  operationId: 'putRates',
  method: 'put',
  path: '/api/v1/lots/{lot_id}/rates',
  summary: 'Post the rate of one of your lots, now or from an instant on',
  description:
    'Replaces the posted rate (base_rate, a tariff, or one of OCPI 2.2.1 or APDS 4) and its ' +
    'dynamic rules. Sessions under way and holds keep theirs. With effective_from it waits for ' +
    'that instant; another for the same instant replaces it.',
  tags: ['lots'],
  auth: { scope: 'lots:write' },
  budgets: ['write'],
  rows: () => 1,
  params: LOT_PARAMS,
  body: Type.Object(
    {
      base_rate: Type.Optional(RateInput('What an hour or a day costs, currency units')),
      tariff: Type.Optional(TARIFF_INPUTS.tariff),
      ocpi_tariff: Type.Optional(TARIFF_INPUTS.ocpi_tariff),
      apds_rate_table: Type.Optional(TARIFF_INPUTS.apds_rate_table),
      rate_unit: Type.Enum(['hour', 'day'], {
        default: 'hour',
        description: 'What base_rate is for; default hour',
      }),
      billing_step_minutes: Type.Optional(BillingStepInput),
      currency: Type.Optional(
        Type.String({ pattern: '^[A-Za-z]{3}$', description: "ISO 4217; must be the lot's" }),
      ),
      ...DAILY_MAX_INPUT,
      effective_from: Type.Optional(InstantInput('When it begins to apply; default now')),
      dynamic: Type.Optional(DynamicInput),
    },
    {
      examples: RATE_EXAMPLES,
    },
  ),
  responses: {
    200: { description: 'The rates as they are then', schema: Type.Object({ rates: RatesSchema }) },
  },
  errors: ['NOT_FOUND'],
  async handler({ params, body, caller, requestId }, { db }) {
    const lot = await findLot(db, params.lot_id, caller.livemode, caller.operatorId);
    if (body.currency !== undefined && body.currency.toLowerCase() !== lot.currency)
      throw badField('currency', `of this lot is ${lot.currency}`);
    const effectiveFrom = instantOf(body.effective_from);
    const rate = readRate(body, lot, effectiveFrom ?? lot.now);
    const posted = await setRate(db, caller, lot, rate, { effectiveFrom, requestId });
    return { status: 200, body: { rates: presentRates(posted, true) } };
  },
});
