import { type Static, Type } from 'typebox';
import { nullable } from '../../src/kit/web/document/field-types.ts';
import { PUBLIC_FIELDS } from '../../src/parking/lots/fields/lot-fields.ts';
import { RATE_FIELDS } from '../../src/parking/lots/fields/rate-fields.ts';
import { presenterOf, shownOf } from '../../src/parking/lots/fields/select-fields.ts';
import type { PublicLot } from '../../src/parking/lots/lot-columns.ts';

/** A lot as callers see it. */
export const LotSchema = Type.Object(shownOf(PUBLIC_FIELDS));

export const presentLot: (lot: PublicLot, baseUrl: string) => Static<typeof LotSchema> =
  presenterOf(PUBLIC_FIELDS);

/** With what is sold on a lot. */
export const HoursOfLot = nullable(
  Type.String({
    description:
      'When the lot is open, in OSM syntax and its own zone; null: nobody said, and parking is ' +
      'sold all the same',
  }),
);

/** A posted rate as callers see it: money in units of the lot's currency. */
export function presentRate(
  lot: Pick<
    PublicLot,
    | 'rateMinor'
    | 'tariff'
    | 'rateUnit'
    | 'billingStepMinutes'
    | 'currency'
    | 'maxDailyMinor'
    | 'hasNoDailyMax'
  >,
) {
  return {
    base_rate: RATE_FIELDS.base_rate.of(lot),
    rate_unit: lot.rateUnit,
    billing_step_minutes: lot.billingStepMinutes,
    currency: lot.currency,
    max_daily_rate: RATE_FIELDS.max_daily_rate.of(lot),
    has_no_daily_max: lot.hasNoDailyMax,
  };
}
