import { readAmount } from '../../kit/amount.ts';
import { badField, notTogether } from '../../kit/errors.ts';
import { RATE_UNITS_MAX } from '../../kit/money.ts';
import { type PlainRate, plainTariff } from '../plain-rate.ts';
import type { LotPlace } from '../price/lot-clock.ts';
import type { Tariff } from '../tariff.ts';
import { checkBillingStep } from './billing-step.ts';
import { checkNoDailyMax } from './no-daily-max.ts';
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

/** What a plain rate says. */
const PLAIN_FIELDS = {
  base_rate: 'rateMinor',
  rate_unit: 'rateUnit',
  billing_step_minutes: 'billingStepMinutes',
  max_daily_rate: 'maxDailyMinor',
  has_no_daily_max: 'hasNoDailyMax',
} as const satisfies Partial<Record<keyof PostedInput, keyof PlainRate>>;

/** Whether a member is of a plain rate. */
export function isPlainField(name: string): boolean {
  return Object.hasOwn(PLAIN_FIELDS, name);
}

/** Of a plain rate what is not stated. */
export function unstatedIn(stated: Readonly<Record<string, unknown>>): (keyof PlainRate)[] {
  const fields = Object.entries(PLAIN_FIELDS);
  return fields.flatMap(([name, of]) => (stated[name] === undefined ? [of] : []));
}

/**
 * A plain rate or a tariff, given as `given`, not both; null: nothing is posted. Errors:
 * BAD_REQUEST naming the field.
 */
export function readPosted(
  input: PostedInput,
  { currency, ...place }: LotPlace & { currency: string },
  given = 'tariff',
): Tariff | null {
  if (input.tariff === undefined) return readPlain(input, currency);
  // The unit has a default.
  for (const [name, value] of Object.entries(input))
    if (name !== 'rate_unit' && isPlainField(name) && (value ?? null) !== null)
      throw notTogether(given, name);
  return readTariff(input.tariff, currency, place);
}

function readPlain(input: PostedInput, currency: string): Tariff | null {
  const { base_rate: rate = null, rate_unit = 'hour', max_daily_rate: max = null } = input;
  const { billing_step_minutes = 1, has_no_daily_max = false } = input;
  checkBillingStep(billing_step_minutes, rate_unit);
  if (rate === null && max !== null) throw badField('max_daily_rate', 'needs base_rate, too');
  checkNoDailyMax(has_no_daily_max, { base_rate: rate, max_daily_rate: max });
  if (rate === null) return null;
  const inMinor = (field: string, amount: number) =>
    readAmount(field, amount, currency, RATE_UNITS_MAX);
  return plainTariff({
    rateMinor: inMinor('base_rate', rate),
    rateUnit: rate_unit,
    billingStepMinutes: billing_step_minutes,
    maxDailyMinor: max === null ? null : inMinor('max_daily_rate', max),
    hasNoDailyMax: has_no_daily_max,
  });
}
