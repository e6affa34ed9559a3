import type { AppliedRule, OfferedRate } from './offer-rate.ts';

/** The rate of a stay or a hold as columns of its row. */
export type RateColumns = {
  rate_minor: number;
  rate_unit: 'hour' | 'day';
  billing_step_minutes: number;
  max_daily_minor: number | null;
  /** Which posted rate it was, and which rules changed it. */
  rate_snapshot: { rate_id: string | null; base_rate_minor?: number; rules: AppliedRule[] };
};

export function toRateColumns(rate: OfferedRate): RateColumns {
  return {
    rate_minor: rate.rateMinor,
    rate_unit: rate.rateUnit,
    billing_step_minutes: rate.billingStepMinutes,
    max_daily_minor: rate.maxDailyMinor,
    rate_snapshot: {
      rate_id: rate.rateId,
      base_rate_minor: rate.baseRateMinor,
      rules: rate.rules,
    },
  };
}

export function toOfferedRate(row: RateColumns): OfferedRate {
  return {
    rateMinor: row.rate_minor,
    rateUnit: row.rate_unit,
    billingStepMinutes: row.billing_step_minutes,
    maxDailyMinor: row.max_daily_minor,
    rateId: row.rate_snapshot.rate_id,
    baseRateMinor: row.rate_snapshot.base_rate_minor ?? row.rate_minor,
    rules: row.rate_snapshot.rules,
  };
}
