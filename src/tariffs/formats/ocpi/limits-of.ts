import { fromMinor } from '../../../kit/money.ts';
import type { Tariff } from '../../tariff.ts';
import { onlyPart } from '../bands.ts';
import { costOf } from '../least-cost.ts';
import type { OcpiPriceLimit, OcpiTariff } from './ocpi-shape.ts';

/** The limits of a stay, as far as they can be said: see `unsaid`. */
export function limitsOf(
  tariff: Tariff,
  currency: string,
): Pick<OcpiTariff, 'min_price' | 'max_price'> {
  const only = onlyPart(tariff);
  // What is written is what each stay costs.
  if (only?.flat_minor !== undefined) return {};
  const { maxima, minimum_minutes: minutes, free_minutes: free } = tariff;
  const ofStay = maxima?.find(({ per }) => per === 'stay')?.amount_minor;
  const most = Math.min(ofStay ?? Infinity, only?.max_minor ?? Infinity);
  const isLeast = only !== undefined && minutes !== undefined && free === undefined;
  const least = isLeast ? costOf(tariff, minutes) : 0;
  return {
    ...(least > 0 && { min_price: limitOf(least, currency) }),
    ...(most !== Infinity && { max_price: limitOf(most, currency) }),
  };
}

function limitOf(minor: number, currency: string): OcpiPriceLimit {
  const amount = fromMinor(minor, currency);
  return { excl_vat: amount, incl_vat: amount };
}
