/**
 * Instants that every part of the system can write and read again, RFC 3339: a year of four digits
 * in any zone, and no room for the end of time.
 */
export const INSTANT_MIN = '1970-01-01T00:00:00Z';
/** The first that is too late. */
export const INSTANT_END = '2200-01-01T00:00:00Z';

const [MIN_MS, END_MS] = [Date.parse(INSTANT_MIN), Date.parse(INSTANT_END)];

/** False for an invalid date as well. */
export function isUsable(instant: Date): boolean {
  return instant.getTime() >= MIN_MS && instant.getTime() < END_MS;
}
