import type { AppliedRule } from './apply-rules.ts';
import { firstHourOf } from './first-hour.ts';
import type { OfferedRate } from './offer-rate.ts';
import { ANYWHERE, plainRateOf, plainTariff } from './plain-rate.ts';
import type { Conditions } from './price/part-at.ts';
import type { Tariff } from './tariff.ts';

/** The rate of a stay or a hold as columns of its row. */
export type RateColumns = {
  /** null: the tariff is no plain rate. */
  rateMinor: number | null;
  rateUnit: 'hour' | 'day';
  billingStepMinutes: number;
  maxDailyMinor: number | null;
  rateSnapshot: RateSnapshot;
};

/** Which posted rate it was, and which rules changed it. */
type RateSnapshot = {
  rate_id: string | null;
  /** null: there is a tariff. */
  base_rate_minor?: number | null;
  rules: AppliedRule[];
  /** What the stay pays by where that is no plain rate, and by which clocks. */
  tariff?: { terms: Tariff; conditions: Conditions; first_hour_minor: number };
};

export function toRateColumns(rate: OfferedRate): RateColumns {
  const { tariff: terms, conditions, rateId: rate_id, baseRateMinor, rules } = rate;
  const plain = plainRateOf(terms);
  const { rateUnit, billingStepMinutes } = rate;
  if (plain === undefined) {
    const tariff = { terms, conditions, first_hour_minor: baseRateMinor };
    const rateSnapshot = { rate_id, base_rate_minor: null, rules, tariff };
    return { rateMinor: null, rateUnit, billingStepMinutes, maxDailyMinor: null, rateSnapshot };
  }
  return {
    rateMinor: plain.rateMinor,
    rateUnit: plain.rateUnit,
    billingStepMinutes: plain.billingStepMinutes,
    maxDailyMinor: plain.maxDailyMinor,
    rateSnapshot: { rate_id, base_rate_minor: baseRateMinor, rules },
  };
}

/** The row with its rate in place of the columns of it. */
export function withRate<Row extends RateColumns>(
  row: Row,
): Omit<Row, keyof RateColumns> & { rate: OfferedRate } {
  const { rateMinor, rateUnit, billingStepMinutes, maxDailyMinor, rateSnapshot, ...others } = row;
  const columns = { rateMinor, rateUnit, billingStepMinutes, maxDailyMinor, rateSnapshot };
  return { ...others, rate: toOfferedRate(columns) };
}

export function toOfferedRate({ rateSnapshot, ...columns }: RateColumns): OfferedRate {
  const { rate_id: rateId, base_rate_minor, rules, tariff: own } = rateSnapshot;
  const { rateUnit, billingStepMinutes } = columns;
  const shown = { rateUnit, billingStepMinutes, rateId, rules };
  if (own !== undefined) {
    const { terms: tariff, conditions, first_hour_minor: baseRateMinor } = own;
    return { tariff, conditions, rateMinor: firstHourOf(tariff), baseRateMinor, ...shown };
  }
  const { rateMinor } = columns;
  if (rateMinor === null) throw new Error('a stay has neither a rate nor a tariff');
  return {
    tariff: plainTariff({ ...columns, rateMinor }),
    conditions: ANYWHERE,
    rateMinor,
    baseRateMinor: base_rate_minor ?? rateMinor,
    ...shown,
  };
}
