import { dollars } from '../parts/amount.ts';

/** What a plan costs for a calendar month (UTC). */
export function priceOf(cents: number | null): string {
  if (cents === 0) return 'free';
  return cents === null ? 'by agreement' : `${dollars(cents)} a month`;
}
