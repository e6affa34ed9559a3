import { minutesInHour } from 'date-fns/constants';
import { badField } from '../../../kit/errors.ts';
import { fromMinor, minorOf } from '../../../kit/money.ts';
import { exactOf, minorWithTax, type TimePrice, wholeOf } from '../exact.ts';

/** How the amounts of a collection are to be read. */
export type Money = { currency: string; taxPercent: number };

/** More than these are the digits of a number that is no decimal one, such as a third. */
const DECIMALS_MAX = 10n ** 6n;

/** A whole amount to pay, in minor units. Errors: BAD_REQUEST naming the field. */
export function amountOf(value: number, field: string, { currency, taxPercent }: Money): number {
  const minor = wholeOf(minorWithTax(value, taxPercent, currency));
  if (minor === undefined) throw badField(field, 'must be a whole amount of money, with its tax');
  return minor;
}

/**
 * What the value of a step of so many minutes says: exactly so much or, where its digits do not
 * end, the price of an hour from which it was computed. Errors: BAD_REQUEST naming the field.
 */
export function timePrice(
  value: number,
  stepMinutes: number,
  field: string,
  { currency, taxPercent }: Money,
): TimePrice {
  if (exactOf(value).denominator <= DECIMALS_MAX)
    return { minor: minorWithTax(value, taxPercent, currency), minutes: stepMinutes, currency };
  const hour = Math.round(minorOf((value * minutesInHour) / stepMinutes, currency));
  if (taxPercent === 0 && hourValue(hour, stepMinutes, currency) === value)
    return {
      minor: { numerator: BigInt(hour), denominator: 1n },
      minutes: minutesInHour,
      currency,
    };
  throw badField(field, 'must have 6 digits after the dot at most, or be that of a whole hour');
}

/** In currency units: the part of a price for an hour that a step costs. */
function hourValue(hourMinor: number, stepMinutes: number, currency: string): number {
  return (fromMinor(hourMinor, currency) * stepMinutes) / minutesInHour;
}

/** The value of a step, as `timePrice` reads it; undefined: no number says it. */
export function stepValue(
  { priceMinor, perMinutes, stepMinutes }: Price,
  currency: string,
): number | undefined {
  const numerator = BigInt(priceMinor) * BigInt(stepMinutes) * DECIMALS_MAX;
  const denominator = BigInt(perMinutes) * BigInt(minorOf(1, currency));
  if (numerator % denominator === 0n) return Number(numerator / denominator) / Number(DECIMALS_MAX);
  const hour = (priceMinor * minutesInHour) / perMinutes;
  return Number.isInteger(hour) ? hourValue(hour, stepMinutes, currency) : undefined;
}

type Price = { priceMinor: number; perMinutes: number; stepMinutes: number };
