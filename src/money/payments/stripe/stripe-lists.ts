import { millisecondsInSecond } from 'date-fns/constants';

/** The most rows that Stripe returns at once. */
export const PAGE = { limit: 100 };

/** Stripe counts whole seconds since 1970. */
export function instantOf(seconds: number): Date {
  return new Date(seconds * millisecondsInSecond);
}
