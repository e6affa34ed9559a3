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

/** It needs its zone: a bare wall-clock time would be a guess. */
const INSTANT = /^(\d{4}-\d{2}-(\d{2}))T([01]\d|2[0-3]):\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** The instant that a text like `2026-03-01T08:00:00Z` names; undefined when it names none. */
export function parseInstant(text: string): Date | undefined {
  const [, date = '', day] = INSTANT.exec(text) ?? [];
  const at = day === undefined ? Number.NaN : Date.parse(text);
  // A day that its month has not got is taken for one of the next.
  if (Number.isNaN(at) || new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day))
    return undefined;
  return new Date(at);
}

/** A caller's clock may be this much behind or ahead of the database's: it then means now. */
export const CLOCK_SKEW_MS = 60_000;
