import { minutesInDay } from 'date-fns/constants';
import { Type } from 'typebox';
import { RATE_UNITS_MAX } from '../kit/money.ts';
import { nullable } from '../kit/web/document/field-types.ts';

export const BillingStep = Type.Integer({
  minimum: 1,
  description: 'An hourly rate is billed by started steps of so many minutes',
});

export const BillingStepInput = Type.Integer({
  minimum: 1,
  maximum: minutesInDay,
  description: 'An hourly rate is billed by started steps of so many minutes; default 1',
});

export const NoDailyMax = Type.Boolean({
  description:
    'true: it was said that no max_daily_rate limits a day; false beside null: it was not said',
});

/** The price of an hour or a day, in a request. */
export const RateInput = (description = 'Currency units, such as 2.5') =>
  Type.Number({ minimum: 0, maximum: RATE_UNITS_MAX, description });

/** What a posted rate says of the most that a day costs. */
export const DAILY_MAX_INPUT = {
  max_daily_rate: Type.Optional(
    nullable(RateInput('Most that 24 hours cost, currency units; null: no such limit')),
  ),
  has_no_daily_max: Type.Optional(
    Type.Boolean({
      description:
        'true: there is no max_daily_rate, so 24 hours cost what the rate says. It changes no ' +
        'price: without it market rates do not know what a day costs here. Default false',
    }),
  ),
};
