/** An endpoint may put a delivery off by this, and no longer. */
const RETRY_AFTER_MS_MAX = 24 * 60 * 60 * 1_000;

const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Milliseconds that a `Retry-After` header asks to wait, at most a day. It is in seconds or a date
 * (RFC 9110, 10.2.3); null when it is missing or neither. `now`: epoch milliseconds.
 */
export function readRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(dateIn(value)) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), RETRY_AFTER_MS_MAX);
}

function dateIn(value: string): string {
  return HTTP_DATE.test(value) ? value : '';
}
