import { minutesInHour } from 'date-fns/constants';
import { minorDigits, minorOf, RATE_UNITS_MAX } from '../../kit/money.ts';
import type { Step } from '../tariff.ts';

/** A number without any rounding; both whole, the denominator positive. */
export type Exact = { numerator: bigint; denominator: bigint };

/** The decimal number that JSON shows: 0.1 -> 1/10. It must not be negative. */
export function exactOf(number: number): Exact {
  const [digits = '', exponent = '0'] = String(number).split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  const scale = fraction.length - Number(exponent);
  const numerator = BigInt(whole + fraction);
  return scale < 0
    ? { numerator: numerator * 10n ** BigInt(-scale), denominator: 1n }
    : { numerator, denominator: 10n ** BigInt(scale) };
}

/** Currency units, to which a tax of so many percent comes, as minor units to pay. */
export function minorWithTax(units: number, taxPercent: number, currency: string): Exact {
  const amount = exactOf(units);
  const tax = exactOf(taxPercent);
  return {
    numerator:
      amount.numerator *
      (100n * tax.denominator + tax.numerator) *
      10n ** BigInt(minorDigits(currency)),
    denominator: amount.denominator * 100n * tax.denominator,
  };
}

/** The same whole number; undefined: it has a fraction. */
export function wholeOf({ numerator, denominator }: Exact): number | undefined {
  return numerator % denominator === 0n ? Number(numerator / denominator) : undefined;
}

type Price = Omit<Step, 'from_minutes'>;

/** What is paid in so many minutes, in minor units of the currency. */
export type TimePrice = { minor: Exact; minutes: number; currency: string };

/**
 * A price that is paid by started `stepMinutes`. Of the ways to say it, one that people use: by the
 * step where that is hours, or by the hour.
 */
export function priceOf({ minor, minutes, currency }: TimePrice, stepMinutes: number): Price {
  const { numerator } = minor;
  const denominator = minor.denominator * BigInt(minutes);
  const least = denominator / greatestDivisor(numerator, denominator);
  const priceFor = (per: number) => Number((numerator * BigInt(per)) / denominator);
  const units = [minutesInHour, stepMinutes];
  if (stepMinutes % minutesInHour === 0) units.reverse();
  const most = minorOf(RATE_UNITS_MAX, currency);
  const isWhole = (per: number) => BigInt(per) % least === 0n && priceFor(per) <= most;
  const per = units.find(isWhole) ?? Number(least);
  const price = { price_minor: priceFor(per), per_minutes: per };
  return per === stepMinutes ? price : { ...price, billing_step_minutes: stepMinutes };
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}
