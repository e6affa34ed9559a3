import { plainTariff } from '../plain-rate.ts';
import { termsOf } from '../posted-tariff.ts';
import type { PostedTariff, Tariff } from '../tariff.ts';

/** What a mart has of a posted rate, as JSON: a tariff as it is stored, or an older plain rate. */
type Terms =
  | PostedTariff
  | {
      rate_minor: number;
      rate_unit: 'hour' | 'day';
      billing_step_minutes: number;
      max_daily_minor: number | null;
      has_no_daily_max: boolean;
    };

/** The tariff that terms of a mart say. */
export function readTerms(text: string): Tariff {
  const terms = JSON.parse(text) as Terms;
  if ('parts' in terms) return termsOf(terms);
  return plainTariff({
    rateMinor: terms.rate_minor,
    rateUnit: terms.rate_unit,
    billingStepMinutes: terms.billing_step_minutes,
    maxDailyMinor: terms.max_daily_minor,
    hasNoDailyMax: terms.has_no_daily_max,
  });
}
