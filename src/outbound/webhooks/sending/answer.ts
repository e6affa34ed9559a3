import type { Received } from './received.ts';

/** How long an endpoint may take, from the look-up of its name to the end of its answer. */
export const ANSWER_MS_MAX = 30_000;

/** Bytes of an answer that are kept, to be shown. */
const SHOWN_BYTES_MAX = 1_024;

/** Characters that a text of PostgreSQL cannot contain, or that would disturb who reads it. */
const UNFIT = /[^\P{Cc}\t\n\r]/gu;

/** How an endpoint answered one request. */
export type Answer = Readonly<{
  /** The whole answer came in time, with a status of 200 to 299. */
  isSuccess: boolean;
  /** null: no answer began. Set when one began and failed later. */
  status: number | null;
  /** Milliseconds from the look-up of the name to the end of the answer. */
  ms: number;
  /** How long the endpoint asks us to wait, counted from the end of the answer. */
  retryAfterMs: number | null;
  /** The beginning of the answer's body, at most 1,024 bytes of it. */
  answer: string;
  /** Why it is no success, in plain words for people. null: it is one. */
  failure: string | null;
}>;

/** An endpoint may put a delivery off by this, and no longer. */
const RETRY_AFTER_MS_MAX = 24 * 60 * 60 * 1_000;

const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** `failure`: why the answer did not come whole; null when it did. `now`: epoch milliseconds. */
export function answerOf(
  received: Received,
  failure: string | null,
  { ms, now }: { ms: number; now: number },
): Answer {
  const reason = failure ?? failureOfStatus(received.status);
  return {
    isSuccess: reason === null,
    status: received.status,
    ms: Math.round(ms),
    retryAfterMs: readRetryAfter(received.headers['retry-after'], now),
    answer: shownText(received.chunks),
    failure: reason,
  };
}

function failureOfStatus(status: number | null): string | null {
  if (status !== null && status >= 200 && status <= 299) return null;
  const isRedirect = status !== null && status >= 300 && status <= 399;
  return `answered ${status}${isRedirect ? ': redirects are not followed' : ''}`;
}

function shownText(chunks: readonly Buffer[]): string {
  const bytes = Buffer.concat(chunks).subarray(0, SHOWN_BYTES_MAX);
  // As a stream, so that a character cut at the end is left out.
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll(UNFIT, '\ufffd');
}

/**
 * Milliseconds that a `Retry-After` header asks to wait, at most a day. It is in seconds or a date
 * (RFC 9110, 10.2.3); null when it is missing or neither. `now`: epoch milliseconds.
 */
function readRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(dateIn(value)) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), RETRY_AFTER_MS_MAX);
}

function dateIn(value: string): string {
  return HTTP_DATE.test(value) ? value : '';
}
