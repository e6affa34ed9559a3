import { KEY_BUDGETS } from '../../../src/access/principals/rate-limits.ts';
import { badField } from '../../../src/kit/errors.ts';
import { parseInstant } from '../../../src/kit/time/instants.ts';

/** The default limits of a key, in the form of `--rate-limit`: `read=600`. */
export const USUAL_RATE_LIMITS = Object.entries(KEY_BUDGETS).map(
  ([budget, calls]) => `${budget}=${calls}`,
);

/**
 * Reads budgets and their calls per minute from texts such as `read=1200`. Errors: BAD_REQUEST
 * naming `rate_limits`.
 */
export function readRateLimits(texts: readonly string[]): Record<string, number> {
  const limits = texts.map((text): [string, number] => {
    const [, budget, calls] = /^([^=]+)=(.*)$/.exec(text) ?? [];
    if (budget === undefined || calls === undefined)
      throw badField('rate_limits', `"${text}" is not like ${USUAL_RATE_LIMITS[0]}`);
    return [budget, wholeNumber(calls)];
  });
  const names = limits.map(([budget]) => budget);
  const twice = names.find((budget, i) => names.indexOf(budget) < i);
  if (twice !== undefined) throw badField(`rate_limits.${twice}`, 'is given twice');
  return Object.fromEntries(limits);
}

/** Errors: BAD_REQUEST naming `expires_at`. */
export function readExpiry(text: string): Date {
  const at = parseInstant(text);
  if (at === undefined)
    throw badField('expires_at', `"${text}" is not like 2027-03-01T08:00:00Z, zone and all`);
  return at;
}

/** Errors: BAD_REQUEST naming `mandate`. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badField('mandate', `"${text}" is not JSON`);
  }
}

/** NaN for anything else, also for `1e3` and ` 5`; the core refuses NaN and names the field. */
export function wholeNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
