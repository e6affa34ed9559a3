import { type Static, Type } from 'typebox';
import { badField } from '../../../../src/kit/errors.ts';
import type { Lot } from '../../../../src/parking/lots/lot-columns.ts';
import type { NewRate } from '../../../../src/parking/lots/rates/set-rate.ts';
import {
  BillingStepInput,
  DAILY_MAX_INPUT,
  RateInput,
} from '../../../../src/tariffs/rate-shapes.ts';
import { InstantInput, instantOf } from '../../../fields/field-types.ts';
import { DynamicInput } from './dynamic-input.ts';
import { RATE_EXAMPLES } from './examples.ts';
import { readRate } from './read-rate.ts';
import { TARIFF_INPUTS } from './stated-tariff.ts';

/** What a request says that a lot is to charge, and from when on. */
export const RateBody = Type.Object(
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
);

/**
 * The rate that a body describes; `effectiveFrom` null: from now on. Errors: BAD_REQUEST naming the
 * field.
 */
export function readRateBody(
  body: Static<typeof RateBody>,
  lot: Lot,
): { rate: NewRate; effectiveFrom: Date | null } {
  if (body.currency !== undefined && body.currency.toLowerCase() !== lot.currency)
    throw badField('currency', `of this lot is ${lot.currency}`);
  const effectiveFrom = instantOf(body.effective_from);
  return { rate: readRate(body, lot, effectiveFrom ?? lot.now), effectiveFrom };
}
