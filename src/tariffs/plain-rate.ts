import { minutesInDay, minutesInHour } from 'date-fns/constants';
import type { Conditions } from './price/part-at.ts';
import type { Maximum, Tariff } from './tariff.ts';

/** One price for each hour or day, with at most one limit: the simplest tariff. */
export type PlainRate = {
  rateMinor: number;
  rateUnit: 'hour' | 'day';
  /** An hourly rate is billed by started steps of so many minutes; they divide a day. */
  billingStepMinutes: number;
  /** The most that 24 hours can cost; null: no such limit, or not known. */
  maxDailyMinor: number | null;
  /** Whether it was said that there is no such limit; default false. */
  hasNoDailyMax?: boolean;
};

/** A plain rate costs the same everywhere and for all vehicles. */
export const ANYWHERE: Conditions = {
  place: { timezone: 'UTC', country: null, state: null },
  vehicleKind: null,
};

/** The name of the only part of a plain rate. */
const PLAIN_PART = 'rate';

/** The rate as a tariff of one part. */
export function plainTariff(rate: PlainRate): Tariff {
  const unit = { from_minutes: 0, price_minor: rate.rateMinor };
  const step =
    rate.rateUnit === 'day'
      ? { ...unit, per_minutes: minutesInDay }
      : { ...unit, per_minutes: minutesInHour, billing_step_minutes: rate.billingStepMinutes };
  return { parts: [{ name: PLAIN_PART, steps: [step] }], maxima: maximaOf(rate) };
}

/** A plain rate as JSON has it: earlier versions did not say all of its members. */
export type PlainRecord = {
  rate_minor: number;
  rate_unit: 'hour' | 'day';
  billing_step_minutes?: number;
  max_daily_minor: number | null;
  has_no_daily_max?: boolean;
};

export function tariffOfRecord(rate: PlainRecord): Tariff {
  return plainTariff({
    rateMinor: rate.rate_minor,
    rateUnit: rate.rate_unit,
    billingStepMinutes: rate.billing_step_minutes ?? 1,
    maxDailyMinor: rate.max_daily_minor,
    hasNoDailyMax: rate.has_no_daily_max ?? false,
  });
}

function maximaOf({ maxDailyMinor, hasNoDailyMax }: PlainRate): Maximum[] | null {
  if (maxDailyMinor !== null) return [{ amount_minor: maxDailyMinor, per: '24h' }];
  return hasNoDailyMax ? [] : null;
}

/** The rate that was shown as this tariff; undefined: it is another one. */
export function shownPlainRate(tariff: Tariff): PlainRate | undefined {
  return tariff.parts[0]?.name === PLAIN_PART ? plainRateOf(tariff) : undefined;
}

/** The rate by which each stay costs the same; undefined: the tariff says more than a rate can. */
export function plainRateOf({ parts, maxima, ...limits }: Tariff): PlainRate | undefined {
  const [{ name: _name, steps = [], ...others } = { name: '' }] = parts;
  const [step] = steps;
  const [maximum] = maxima ?? [];
  const isOne = parts.length === 1 && steps.length === 1 && (maxima ?? []).length <= 1;
  if (!isOne || step === undefined || Object.keys({ ...limits, ...others }).length > 0)
    return undefined;
  if (maximum !== undefined && maximum.per !== '24h') return undefined;
  const { per_minutes: per, billing_step_minutes: billed = per } = step;
  const isDaily = per === minutesInDay && billed === per;
  const isHourly = per === minutesInHour && minutesInDay % billed === 0;
  if (!isDaily && !isHourly) return undefined;
  return {
    rateMinor: step.price_minor,
    rateUnit: isDaily ? 'day' : 'hour',
    billingStepMinutes: isDaily ? 1 : billed,
    maxDailyMinor: maximum?.amount_minor ?? null,
    hasNoDailyMax: maxima !== null && maximum === undefined,
  };
}
