import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { leavingOf } from '../../src/kit/web/http/leaving.ts';
import { type EventBody, encodeEvent, type ServerEvent } from '../../src/kit/web/reply/events.ts';
import type { PlainReply } from '../reply/answer.ts';
import { TAKEN_MS_MAX } from './send.ts';

/** How often a comment is sent, so that no proxy closes a quiet stream. */
export const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ':\n\n';

type Next = IteratorResult<ServerEvent, undefined>;

/**
 * Sends each event as it comes, and asks for the next one when the caller has taken it. A caller
 * that takes nothing for TAKEN_MS_MAX loses the connection. Ends when the source ends, when the
 * caller hangs up, and when `stopping` is aborted. Errors go to `onFailure`; the caller sees only
 * that the stream breaks off.
 */
export async function sendEvents(
  res: ServerResponse,
  { status, headers }: PlainReply,
  body: EventBody,
  { stopping, onFailure }: { stopping: AbortSignal; onFailure(error: unknown): void },
): Promise<void> {
  // Without this header some proxies hold an answer back until it is complete.
  res.writeHead(status, { ...headers, 'X-Accel-Buffering': 'no' });
  // Otherwise the caller would not know that there is a stream until its first event.
  res.flushHeaders();
  const signal = leavingOf(res, stopping);
  const beat = setInterval(() => {
    if (!res.writableNeedDrain) res.write(KEEP_ALIVE);
  }, KEEP_ALIVE_MS);
  try {
    for await (const event of untilAborted(body, signal, onFailure))
      if (!res.write(encodeEvent(event))) await untilTaken(res, signal);
    res.end();
  } catch (error) {
    // A source may throw because it was stopped; that is no failure.
    if (!signal.aborted) onFailure(error);
    res.destroy();
  } finally {
    clearInterval(beat);
  }
}

/**
 * The events until the abort. On abort, `return` is called at once: a source may have no event for
 * hours, and a generator would notice only when asked for the next one.
 */
async function* untilAborted(
  body: EventBody,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): AsyncGenerator<ServerEvent> {
  if (signal.aborted) return;
  const events: AsyncIterator<ServerEvent, undefined> = body.events(signal)[Symbol.asyncIterator]();
  let wake: (next: Next) => void = () => undefined;
  let isOver = false;
  const stop = () => {
    if (!isOver) Promise.resolve(events.return?.()).catch(onFailure);
    isOver = true;
    wake({ done: true, value: undefined });
  };
  signal.addEventListener('abort', stop, { once: true });
  const take = () =>
    new Promise<Next>((done, failed) => {
      wake = done;
      events.next().then(done, failed);
    });
  try {
    for (let next = await take(); !isOver; next = await take()) {
      isOver = next.done === true;
      if (!next.done) yield next.value;
    }
  } finally {
    stop();
  }
}

async function untilTaken(res: ServerResponse, signal: AbortSignal): Promise<void> {
  const giveUp = setTimeout(() => res.destroy(), TAKEN_MS_MAX);
  await once(res, 'drain', { signal }).catch(() => undefined);
  clearTimeout(giveUp);
}
