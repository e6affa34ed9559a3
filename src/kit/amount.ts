import { badField } from './errors.ts';
import { minorOf, toMinor } from './money.ts';

/**
 * Converts an amount in units of a currency to minor units. Errors: BAD_REQUEST naming `field` when
 * it is negative, has more digits than the currency, or is more than `unitsMax` currency units.
 */
export function readAmount(
  field: string,
  amount: string | number,
  currency: string,
  unitsMax: number,
): number {
  const minor = inMinor(field, String(amount), currency);
  if (minor > minorOf(unitsMax, currency))
    throw badField(field, `must be at most ${unitsMax} ${currency.toUpperCase()}`);
  return minor;
}

function inMinor(field: string, text: string, currency: string): number {
  try {
    return toMinor(text, currency);
  } catch (error) {
    if (error instanceof RangeError) throw badField(field, error.message);
    throw error;
  }
}
