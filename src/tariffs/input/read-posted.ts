import { readAmount } from '../../kit/amount.ts';
import { badField, notTogether } from '../../kit/errors.ts';
import { RATE_UNITS_MAX } from '../../kit/money.ts';
import { checkBillingStep } from '../billing-step.ts';
import { checkNoDailyMax } from '../no-daily-max.ts';
import { type PlainRate, shownPlainRate } from '../plain-rate.ts';
import type { LotPlace } from '../price/lot-clock.ts';
import type { Tariff } from '../tariff.ts';
import { readTariff, type TariffInput } from './read-tariff.ts';

/** What a request says that a lot posts, in currency units. */
export type PostedInput = {
  base_rate?: number | null;
  rate_unit?: 'hour' | 'day';
  billing_step_minutes?: number;
  max_daily_rate?: number | null;
  has_no_daily_max?: boolean;
  tariff?: TariffInput;
};

/** The same in minor units: a plain rate (null: none is posted), or else a tariff. */
export type PostedColumns = Required<Omit<PlainRate, 'rateMinor'>> & {
  rateMinor: number | null;
  tariff: Tariff | null;
};

/** What a plain rate says. */
const PLAIN_FIELDS = [
  ...(['base_rate', 'rate_unit', 'billing_step_minutes'] as const),
  ...(['max_daily_rate', 'has_no_daily_max'] as const),
];

/** Whether a member is of a plain rate. */
export function isPlainField(name: string): boolean {
  return PLAIN_FIELDS.some((one) => one === name);
}

/** A plain rate or a tariff, given as `given`, not both. Errors: BAD_REQUEST naming the field. */
export function readPosted(
  input: PostedInput,
  { currency, ...place }: LotPlace & { currency: string },
  given = 'tariff',
): PostedColumns {
  if (input.tariff === undefined) return readPlain(input, currency);
  // The unit has a default.
  for (const name of PLAIN_FIELDS)
    if (name !== 'rate_unit' && (input[name] ?? null) !== null) throw notTogether(given, name);
  const tariff = readTariff(input.tariff, currency, place);
  const plain = shownPlainRate(tariff);
  if (plain === undefined) return { ...readPlain({}, currency), tariff };
  return { ...plain, hasNoDailyMax: plain.hasNoDailyMax ?? false, tariff: null };
}

function readPlain(input: PostedInput, currency: string): PostedColumns {
  const { base_rate: rate = null, rate_unit = 'hour', max_daily_rate: max = null } = input;
  const { billing_step_minutes = 1, has_no_daily_max = false } = input;
  checkBillingStep(billing_step_minutes, rate_unit);
  if (rate === null && max !== null) throw badField('max_daily_rate', 'needs base_rate, too');
  checkNoDailyMax(has_no_daily_max, { base_rate: rate, max_daily_rate: max });
  const inMinor = (field: string, amount: number | null) =>
    amount === null ? null : readAmount(field, amount, currency, RATE_UNITS_MAX);
  return {
    rateMinor: inMinor('base_rate', rate),
    rateUnit: rate_unit,
    billingStepMinutes: billing_step_minutes,
    maxDailyMinor: inMinor('max_daily_rate', max),
    hasNoDailyMax: has_no_daily_max,
    tariff: null,
  };
}
