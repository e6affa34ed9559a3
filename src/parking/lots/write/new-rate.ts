import { newId } from '../../../access/ids.ts';
import { readAmount } from '../../../kit/amount.ts';
import { badField } from '../../../kit/errors.ts';
import { RATE_UNITS_MAX } from '../../../kit/money.ts';
import { checkBillingStep } from '../../../tariffs/billing-step.ts';
import { checkNoDailyMax } from '../../../tariffs/no-daily-max.ts';
import type { RateDetails } from '../lot-details.ts';

/** The columns of the rate that a new lot posts. Errors: BAD_REQUEST naming the detail. */
export function readRate(details: RateDetails, currency: string) {
  const { base_rate: rate = null, rate_unit = 'hour', max_daily_rate: max = null } = details;
  const { billing_step_minutes = 1, has_no_daily_max = false } = details;
  checkBillingStep(billing_step_minutes, rate_unit);
  if (rate === null && max !== null) throw badField('max_daily_rate', 'needs base_rate, too');
  checkNoDailyMax(has_no_daily_max, { base_rate: rate, max_daily_rate: max });
  const inMinor = (field: string, amount: number | null) =>
    amount === null ? null : readAmount(field, amount, currency, RATE_UNITS_MAX);
  return {
    currency,
    rateId: rate === null ? null : newId('rate'),
    rateMinor: inMinor('base_rate', rate),
    rateUnit: rate_unit,
    billingStepMinutes: billing_step_minutes,
    maxDailyMinor: inMinor('max_daily_rate', max),
    hasNoDailyMax: has_no_daily_max,
  };
}
