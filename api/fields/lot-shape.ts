import { type Static, Type } from 'typebox';
import { fromMinor } from '../../src/kit/money.ts';
import { nullable } from '../../src/kit/web/document/field-types.ts';
import { PUBLIC_FIELDS } from '../../src/parking/lots/fields/lot-fields.ts';
import { presenterOf, shownOf } from '../../src/parking/lots/fields/select-fields.ts';
import type { PublicLot } from '../../src/parking/lots/lot-columns.ts';
import { shownRate } from '../../src/tariffs/posted-tariff.ts';

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
export function presentRate({ tariff, currency }: Pick<PublicLot, 'tariff' | 'currency'>) {
  const rate = shownRate(tariff);
  const units = (minor: number | null) => (minor === null ? null : fromMinor(minor, currency));
  return {
    base_rate: units(rate.rateMinor),
    rate_unit: rate.rateUnit,
    billing_step_minutes: rate.billingStepMinutes,
    currency,
    max_daily_rate: units(rate.maxDailyMinor),
    has_no_daily_max: rate.hasNoDailyMax,
  };
}
