import { badField } from '../../../kit/errors.ts';
import { divideRoundingHalfUp } from '../../../kit/money.ts';
import type { Tariff } from '../../tariff.ts';
import { minorWithTax, wholeOf } from '../exact.ts';
import { minutesFor } from '../least-cost.ts';
import type { OcpiPriceLimit, OcpiTariff } from './ocpi-shape.ts';

type Limits = Pick<Tariff, 'maxima' | 'minimum_minutes'>;
type Money = { currency: string; vats: readonly number[] };

/**
 * The most that a stay costs, and the least as minutes that are paid at least. The standard does
 * not say that a tariff without max_price has no maximum: then it is not known. Errors: BAD_REQUEST
 * naming the limit that no tariff can have.
 */
export function readLimits(
  { min_price: min, max_price: max }: OcpiTariff,
  tariff: Tariff,
  money: Money,
): Limits {
  const most = max === undefined ? null : readLimit(max, 'ocpi_tariff.max_price', money, 'max');
  const maxima = most === null ? null : [{ amount_minor: most, per: 'stay' as const }];
  if (min === undefined) return { maxima };
  const least = readLimit(min, 'ocpi_tariff.min_price', money, 'min');
  const minutes = minimumOf({ ...tariff, maxima }, least);
  return { maxima, ...(minutes > 0 && { minimum_minutes: minutes }) };
}

/** Both limits hold, without and with VAT: the closer one, in minor units to pay. */
function readLimit(limit: OcpiPriceLimit, field: string, money: Money, kind: 'min' | 'max') {
  const { currency, vats } = money;
  const [vat = 0, ...others] = vats;
  if (others.length > 0) throw badField(field, 'must not be there where prices have different VAT');
  const without = minorWithTax(limit.excl_vat, vat, currency);
  const given = wholeOf(minorWithTax(limit.incl_vat ?? 0, 0, currency));
  if (given === undefined) throw badField(`${field}.incl_vat`, 'must be a whole amount of money');
  const rounded = divideRoundingHalfUp(without.numerator, without.denominator);
  const isWith = kind === 'max' ? rounded >= given : rounded <= given;
  if (limit.incl_vat !== undefined && isWith) return given;
  const whole = wholeOf(without);
  if (whole === undefined)
    throw badField(`${field}.excl_vat`, 'must be a whole amount of money together with the VAT');
  return whole;
}

function minimumOf(tariff: Tariff, leastMinor: number): number {
  const field = 'ocpi_tariff.min_price';
  if (tariff.parts.some(({ when }) => when !== undefined))
    throw badField(field, 'must not be there where the price also depends on the clock');
  const minutes = minutesFor(tariff, leastMinor);
  if (minutes === undefined)
    throw badField(field, 'must be what some time costs: a tariff says how long is paid at least');
  return minutes;
}
