import { plainTariff } from '../../../src/tariffs/plain-rate.ts';
import { postedTariff } from '../../../src/tariffs/posted-tariff.ts';
import type { PostedTariff } from '../../../src/tariffs/tariff.ts';

/** A price of an hour by the minute, as lots post it. */
export function hourlyTariff(rateMinor: number, maxDailyMinor: number | null = null): PostedTariff {
  return postedTariff(
    plainTariff({ rateMinor, rateUnit: 'hour', billingStepMinutes: 1, maxDailyMinor }),
  );
}
