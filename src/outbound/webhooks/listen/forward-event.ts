import { request } from 'undici';
import { type Clock, monotonicMs } from '../../../kit/clock.ts';
import { wholeReason } from '../../../kit/text/whole-reason.ts';
import type { EventType } from '../../../parking/events/event-data.ts';
import { deliveryHeaders } from '../courier/send-delivery.ts';
import type { ReceivedEvent } from './ask-next.ts';

/** What a program on this machine answered; `failure` says in words why it did not. */
export type Forwarded = { status: number | null; ms: number; failure: string | null };

/** As long as a real delivery waits. */
const ANSWER_SECONDS_MAX = 30;
/** More of the answer is not read. */
const ANSWER_BYTES_MAX = 1_000_000;

/**
 * Sends an event once to a program of the developer, as a webhook would get it: the same headers,
 * the same bytes, and redirects are not followed. Rejects only when `signal` is aborted.
 */
export async function forwardEvent(
  event: ReceivedEvent,
  { url, secret, clock, signal }: Target,
): Promise<Forwarded> {
  const body = Buffer.from(event.body);
  const delivery = {
    eventId: event.id,
    type: event.type as EventType,
    secret,
    previousSecret: null,
  };
  const timeUp = AbortSignal.timeout(ANSWER_SECONDS_MAX * 1_000);
  const begunAt = monotonicMs();
  const done = (status: number | null, failure: string | null) => ({
    status,
    ms: Math.round(monotonicMs() - begunAt),
    failure,
  });
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: deliveryHeaders(delivery, body, clock.now()),
      body,
      signal: AbortSignal.any([signal, timeUp]),
    });
    await answer.body.dump({ limit: ANSWER_BYTES_MAX });
    return done(answer.statusCode, failureOf(answer.statusCode));
  } catch (error) {
    signal.throwIfAborted();
    const late = `no answer within ${ANSWER_SECONDS_MAX} s`;
    return done(null, timeUp.aborted ? late : wholeReason(error));
  }
}

type Target = {
  url: string;
  /** What signs the events. */
  secret: string;
  clock: Clock;
  signal: AbortSignal;
};

function failureOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirects are not followed';
  return 'a webhook must answer 2xx';
}
