import type { AppliedRule, OfferedRate } from './offer-rate.ts';
import { ANYWHERE, plainRateOf, plainTariff } from './plain-rate.ts';

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
  const plain = plainRateOf(rate.tariff);
  if (plain === undefined) throw new Error('a tariff that is no plain rate has no columns');
  return {
    rateMinor: plain.rateMinor,
    rateUnit: plain.rateUnit,
    billingStepMinutes: plain.billingStepMinutes,
    maxDailyMinor: plain.maxDailyMinor,
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

export function toOfferedRate({ rateSnapshot, ...rate }: RateColumns): OfferedRate {
  return {
    tariff: plainTariff(rate),
    conditions: ANYWHERE,
    rateMinor: rate.rateMinor,
    rateUnit: rate.rateUnit,
    billingStepMinutes: rate.billingStepMinutes,
    rateId: rateSnapshot.rate_id,
    baseRateMinor: rateSnapshot.base_rate_minor ?? rate.rateMinor,
    rules: rateSnapshot.rules,
  };
}
