/**
 * Money is a whole number of minor units (cents, yen) of one currency; no computation uses
 * fractions. Currencies are lower-case ISO 4217.
 */

/** In half of the countries, three digits after a dot are thousands. */
const THOUSANDS_DIGITS = 3;
const digitsByCurrency = new Map<string, number>();

/** How many decimal digits the currency has: 2 for cad, 0 for jpy. Throws RangeError if unknown. */
export function minorDigits(currency: string): number {
  let digits = digitsByCurrency.get(currency);
  if (digits === undefined) {
    if (!isCurrency(currency)) throw new RangeError(`${currency} is not an ISO 4217 currency`);
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    digitsByCurrency.set(currency, digits);
  }
  return digits;
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** The highest price of an hour or a day, posted or computed by rules, in currency units. */
export const RATE_UNITS_MAX = 1_000_000;

/**
 * The highest price of one stay, in currency units: more than the longest stay costs at the highest
 * rate. Sums over many stays can exceed what a number holds exactly, so they are bigints.
 */
export const STAY_UNITS_MAX = 1_000_000_000;

export function isCurrency(text: string): boolean {
  return CURRENCIES.has(text);
}

/**
 * `2.50` in cad -> 250. Exact. Throws RangeError for anything but a plain non-negative decimal, for
 * more digits than the currency has (unless they are zeros), for three digits that may be thousands
 * (`2.500`), and for amounts above 2^53.
 */
export function toMinor(text: string, currency: string): number {
  const digits = minorDigits(currency);
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`"${text}" is not an amount`);
  if (fraction.length === THOUSANDS_DIGITS && digits < THOUSANDS_DIGITS)
    throw new RangeError(`"${text}" has three digits after the dot: thousands, or too many`);
  if (/[1-9]/.test(fraction.slice(digits)))
    throw new RangeError(`"${text}" has more digits than ${currency.toUpperCase()}`);
  const minor = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  if (!Number.isSafeInteger(minor)) throw new RangeError(`"${text}" is too large`);
  return minor;
}

/**
 * 250 in cad -> 2.5, for the answers of v1, which are in currency units. The result is the number
 * nearest to the decimal, because both sides of the division are exact. A sum above 2^53 is rounded
 * here.
 */
export function fromMinor(minor: number | bigint, currency: string): number {
  return Number(minor) / 10 ** minorDigits(currency);
}

/** 250 in cad -> `2.50`, in digits only: dividing would lose some of the largest amounts. */
export function decimalOf(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  if (digits === 0) return String(minor);
  const padded = String(minor).padStart(digits + 1, '0');
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** Converts whole units of a currency to minor units. */
export function minorOf(units: number, currency: string): number {
  return units * 10 ** minorDigits(currency);
}

/** `part / whole` of an amount of minor units, rounded half up. */
export function shareOf(amountMinor: number, part: number, whole: number): number {
  return divideRoundingHalfUp(BigInt(amountMinor) * BigInt(part), BigInt(whole));
}

/** `numerator / denominator` rounded to a whole number, halves up; both non-negative integers. */
export function divideRoundingHalfUp(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/** The largest whole multiple of a step that is no more than an amount, both in minor units. */
export function floorTo(stepMinor: number, amountMinor: number): number {
  return amountMinor - (amountMinor % stepMinor);
}
