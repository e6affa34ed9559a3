import { badField } from './errors.ts';
import { toMinor } from './money.ts';

/**
 * An amount in units of a currency, as minor units. Errors: BAD_REQUEST naming `field` when it is
 * negative, finer than the currency or too large.
 */
export function readAmount(field: string, amount: string | number, currency: string): number {
  try {
    return toMinor(String(amount), currency);
  } catch (error) {
    if (error instanceof RangeError) throw badField(field, error.message);
    throw error;
  }
}
