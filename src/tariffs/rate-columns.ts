import type { AppliedRule, OfferedRate } from './offer-rate.ts';

/** The rate of a stay or a hold as columns of its row. */
export type RateColumns = {
  rateMinor: number;
  rateUnit: 'hour' | 'day';
  billingStepMinutes: number;
  maxDailyMinor: number | null;
  /** Which posted rate it was, and which rules changed it. */
  rateSnapshot: { rate_id: string | null; base_rate_minor?: number; rules: AppliedRule[] };
};

export function toRateColumns(rate: OfferedRate): RateColumns {
  return {
    rateMinor: rate.rateMinor,
    rateUnit: rate.rateUnit,
    billingStepMinutes: rate.billingStepMinutes,
    maxDailyMinor: rate.maxDailyMinor,
    rateSnapshot: {
      rate_id: rate.rateId,
      base_rate_minor: rate.baseRateMinor,
      rules: rate.rules,
    },
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

export function toOfferedRate(row: RateColumns): OfferedRate {
  return {
    rateMinor: row.rateMinor,
    rateUnit: row.rateUnit,
    billingStepMinutes: row.billingStepMinutes,
    maxDailyMinor: row.maxDailyMinor,
    rateId: row.rateSnapshot.rate_id,
    baseRateMinor: row.rateSnapshot.base_rate_minor ?? row.rateMinor,
    rules: row.rateSnapshot.rules,
  };
}
