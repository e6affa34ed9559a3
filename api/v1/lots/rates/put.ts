import { Type } from 'typebox';
import { findLot } from '../../../../src/parking/lots/find-lot.ts';
import { setRate } from '../../../../src/parking/lots/rates/set-rate.ts';
import { LOT_PARAMS } from '../../../fields/id-params.ts';
import { defineOperation } from '../../../operation.ts';
import { RateBody, readRateBody } from './rate-body.ts';
import { presentRates, RatesSchema } from './rates-shape.ts';

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
  body: RateBody,
  responses: {
    200: { description: 'The rates as they are then', schema: Type.Object({ rates: RatesSchema }) },
  },
  errors: ['NOT_FOUND'],
  async handler({ params, body, caller, requestId }, { db }) {
    const lot = await findLot(db, params.lot_id, caller.livemode, caller.operatorId);
    const { rate, effectiveFrom } = readRateBody(body, lot);
    const posted = await setRate(db, caller, lot, rate, { effectiveFrom, requestId });
    return { status: 200, body: { rates: presentRates(posted, true) } };
  },
});
