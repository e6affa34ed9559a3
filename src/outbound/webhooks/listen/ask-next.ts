import { request } from 'undici';
import { isObject } from '../../../kit/is-object.ts';
import { wholeReason } from '../../../kit/text/whole-reason.ts';
import type { EventType } from '../../../parking/events/event-data.ts';

/** Which events to ask an API for, and with which key. */
export type Listener = {
  /** Without a slash at the end. */
  baseUrl: string;
  key: string;
  /** null: all. */
  types: readonly EventType[] | null;
  /** Ends everything that is under way. */
  signal: AbortSignal;
};

/** An event as the API tells it. */
export type ReceivedEvent = { id: string; type: string; created_at: string; body: string };

export type Answered =
  | {
      kind: 'events';
      events: ReceivedEvent[];
      cursor: string;
      hasMore: boolean;
      isBudgetLow: boolean;
    }
  /** It may work later. `waitSeconds`: what the API asks for. */
  | { kind: 'trouble'; why: string; waitSeconds: number | null }
  /** The API does not know the cursor any more. */
  | { kind: 'lost'; why: string }
  /** Asking again would not help. */
  | { kind: 'refused'; why: string };

/** The most that the API waits for an event. */
const WAIT_SECONDS = 25;
/** What an answer may take beyond that. */
const GRACE_MS = 20_000;
/** Statuses of servers, and of proxies before them, that pass. */
const PASSING = [408, 425, 429];
/** The part of the budget below which the next call should wait. */
const BUDGET_LOW = 0.2;

/** Asks an API once for what follows after the cursor. Rejects only when the signal is aborted. */
export async function askNext(listener: Listener, cursor: string | null): Promise<Answered> {
  const { baseUrl, key, types, signal } = listener;
  const url = new URL(`${baseUrl}/api/v1/events/next`);
  if (cursor !== null) url.searchParams.set('after', cursor);
  if (types !== null) url.searchParams.set('types', types.join(','));
  url.searchParams.set('wait_seconds', String(WAIT_SECONDS));
  const timeUp = AbortSignal.timeout(WAIT_SECONDS * 1_000 + GRACE_MS);
  try {
    const { statusCode, headers, body } = await request(url, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.any([signal, timeUp]),
    });
    const text = await body.text();
    return readAnswer(baseUrl, { status: statusCode, headers, text });
  } catch (error) {
    signal.throwIfAborted();
    const why = timeUp.aborted ? 'it does not answer' : wholeReason(error);
    return { kind: 'trouble', why: `cannot reach ${baseUrl}: ${why}`, waitSeconds: null };
  }
}

type Plain = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

function readAnswer(baseUrl: string, { status, headers, text }: Plain): Answered {
  const body = parse(text);
  if (status === 200 && isEventPage(body)) {
    const remaining = Number(headers['x-ratelimit-remaining']);
    const isBudgetLow = remaining < Number(headers['x-ratelimit-limit']) * BUDGET_LOW;
    return {
      kind: 'events',
      events: body.data,
      cursor: body.cursor,
      hasMore: body.has_more,
      isBudgetLow,
    };
  }
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const message = typeof error.message === 'string' ? error.message : 'that is no answer of Hexlot';
  const why = `${baseUrl} answered ${status}: ${message}`;
  if (status >= 500 || PASSING.includes(status))
    return { kind: 'trouble', why, waitSeconds: Number(headers['retry-after']) || null };
  return { kind: isAboutCursor(error.details) ? 'lost' : 'refused', why };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEventPage(
  body: unknown,
): body is { data: ReceivedEvent[]; cursor: string; has_more: boolean } {
  return isObject(body) && Array.isArray(body.data) && typeof body.cursor === 'string';
}

function isAboutCursor(details: unknown): boolean {
  if (isObject(details)) return details.reason === 'other_database';
  return Array.isArray(details) && details.some((one) => isObject(one) && one.field === 'after');
}
