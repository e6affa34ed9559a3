/**
 * The range of instants that every part of the system can write and read, in RFC 3339: years of
 * four digits in any zone. Infinity is not in it.
 */
export const INSTANT_MIN = '1970-01-01T00:00:00Z';
/** The first instant after the range. */
export const INSTANT_END = '2200-01-01T00:00:00Z';

const [MIN_MS, END_MS] = [Date.parse(INSTANT_MIN), Date.parse(INSTANT_END)];

/** Also false for an invalid date. */
export function isUsable(instant: Date): boolean {
  return instant.getTime() >= MIN_MS && instant.getTime() < END_MS;
}

/** The zone is required, because a time without one would be a guess. */
const INSTANT = /^(\d{4}-\d{2}-(\d{2}))T([01]\d|2[0-3]):\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** The instant that a text like `2026-03-01T08:00:00Z` means; undefined for any other text. */
export function parseInstant(text: string): Date | undefined {
  const [, date = '', day] = INSTANT.exec(text) ?? [];
  const at = day === undefined ? Number.NaN : Date.parse(text);
  // Date.parse reads a day that its month lacks as one of the next month.
  if (Number.isNaN(at) || new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day))
    return undefined;
  return new Date(at);
}

/** A caller's clock may differ by this much from the database's: the time then means now. */
export const CLOCK_SKEW_MS = 60_000;
