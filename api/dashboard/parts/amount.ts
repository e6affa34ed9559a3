import { minorDigits } from '../../../src/kit/money.ts';

const NOT_KNOWN = 'not known';
const CENTS = 100;

/** An amount in currency units as people read it, such as `CAD 1,234.50` or `JPY 1,200`. */
export function amount(units: number | null | undefined, currency: string): string {
  if (units == null) return NOT_KNOWN;
  const digits = minorDigits(currency);
  const figures = Math.abs(units).toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // The space does not break, and the sign stands before the figures.
  return `${currency.toUpperCase()}\u00a0${units < 0 ? '−' : ''}${figures}`;
}

/** US cents as people read them. */
export function dollars(cents: number | null | undefined): string {
  return amount(cents == null ? null : cents / CENTS, 'usd');
}

/** A count as people read it: `12,345`. */
export function count(figure: number | null | undefined): string {
  return figure == null ? NOT_KNOWN : figure.toLocaleString('en');
}

/** `1 stay`, `2 stays`. */
export function counted(figure: number, one: string, many = `${one}s`): string {
  return `${count(figure)} ${figure === 1 ? one : many}`;
}
