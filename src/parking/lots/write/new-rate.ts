import { newId } from '../../../access/ids.ts';
import { readAmount } from '../../../kit/amount.ts';
import { badField } from '../../../kit/errors.ts';
import { RATE_UNITS_MAX } from '../../../kit/money.ts';
import { checkBillingStep } from '../../../tariffs/billing-step.ts';
import { postedTariff } from '../../../tariffs/first-hour.ts';
import { readTariff, type TariffInput } from '../../../tariffs/input/read-tariff.ts';
import { refusePlain } from '../../../tariffs/input/refuse-plain.ts';
import { checkNoDailyMax } from '../../../tariffs/no-daily-max.ts';
import { shownPlainRate } from '../../../tariffs/plain-rate.ts';
import type { LotPlace } from '../../../tariffs/price/lot-clock.ts';
import type { RateDetails } from '../lot-details.ts';

/** The columns of the rate that a new lot posts. Errors: BAD_REQUEST naming the detail. */
export function readNewRate(details: RateDetails, lot: LotPlace & { currency: string }) {
  return details.tariff === undefined
    ? readPlain(details, lot.currency)
    : readPosted(details, details.tariff, lot);
}

function readPosted(
  details: RateDetails,
  input: TariffInput,
  { currency, ...place }: LotPlace & { currency: string },
) {
  refusePlain(details);
  const tariff = readTariff(input, currency, place);
  const plain = shownPlainRate(tariff);
  const rateId = newId('rate');
  if (plain !== undefined)
    return {
      ...plain,
      hasNoDailyMax: plain.hasNoDailyMax ?? false,
      currency,
      rateId,
      tariff: null,
    };
  return { ...readPlain({}, currency), rateId, tariff: postedTariff(tariff, null) };
}

function readPlain(details: RateDetails, currency: string) {
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
    tariff: null,
    rateUnit: rate_unit,
    billingStepMinutes: billing_step_minutes,
    maxDailyMinor: inMinor('max_daily_rate', max),
    hasNoDailyMax: has_no_daily_max,
  };
}
