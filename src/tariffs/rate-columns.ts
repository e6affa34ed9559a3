import type { AppliedRule } from './apply-rules.ts';
import { firstHourOf } from './first-hour.ts';
import type { OfferedRate } from './offer-rate.ts';
import { plainRateOf, shownPlainRate } from './plain-rate.ts';
import type { Conditions } from './price/part-at.ts';
import type { Tariff } from './tariff.ts';

/** The rate of a stay or a hold as a column of its row. */
export type RateColumn = { rateSnapshot: RateSnapshot };

/** What a stay pays by, which posted rate that was, and which rules changed it. */
export type RateSnapshot = {
  rate_id: string | null;
  /** The price of a plain rate before the rules; null: there was none. */
  base_rate_minor?: number | null;
  rules: AppliedRule[];
  tariff: {
    terms: Tariff;
    /** By which clocks, and for which vehicle. */
    conditions: Conditions;
    first_hour_minor: number;
  };
};

/** Without its tariff: in the quote of a plain rate, and in audit rows of an earlier version. */
export type ShortSnapshot = Omit<RateSnapshot, 'tariff'> & Partial<Pick<RateSnapshot, 'tariff'>>;

/**
 * The columns to write. All but `rateSnapshot` are for processes of the version before, which read
 * no others of a plain rate: they are written and not read, and go with the next version.
 */
export function toRateColumns(rate: OfferedRate) {
  const { tariff: terms, conditions, rateId: rate_id, baseRateMinor, rules } = rate;
  const plain = plainRateOf(terms);
  const rateSnapshot: RateSnapshot = {
    rate_id,
    base_rate_minor: plain === undefined ? null : baseRateMinor,
    rules,
    tariff: { terms, conditions, first_hour_minor: baseRateMinor },
  };
  return {
    rateMinor: plain?.rateMinor ?? null,
    // A tariff that says no more than a plain rate is shown as any other, and is one all the same.
    rateUnit: plain?.rateUnit ?? rate.rateUnit,
    billingStepMinutes: plain?.billingStepMinutes ?? rate.billingStepMinutes,
    maxDailyMinor: plain?.maxDailyMinor ?? null,
    rateSnapshot,
  };
}

/** The row with its rate in place of the column of it. */
export function withRate<Row extends RateColumn>(
  row: Row,
): Omit<Row, keyof RateColumn> & { rate: OfferedRate } {
  const { rateSnapshot, ...others } = row;
  return { ...others, rate: toOfferedRate(rateSnapshot) };
}

export function toOfferedRate({ rate_id: rateId, rules, tariff: own }: RateSnapshot): OfferedRate {
  const { terms: tariff, conditions, first_hour_minor: baseRateMinor } = own;
  const plain = shownPlainRate(tariff);
  return {
    tariff,
    conditions,
    rateMinor: plain?.rateMinor ?? firstHourOf(tariff),
    rateUnit: plain?.rateUnit ?? 'hour',
    billingStepMinutes: plain?.billingStepMinutes ?? 1,
    rateId,
    baseRateMinor,
    rules,
  };
}
