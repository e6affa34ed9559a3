import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { PlainReply } from '../reply/answer.ts';
import { type EventBody, encodeEvent, type ServerEvent } from '../reply/events.ts';
import { TAKEN_MS_MAX } from './send.ts';

/** A stream that says nothing for so long says that it lives, to whatever is in between. */
export const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ':\n\n';

type Next = IteratorResult<ServerEvent, undefined>;

/**
 * Sends each event as it comes, and asks for the next one when the caller has taken it: who takes
 * nothing for TAKEN_MS_MAX loses the connection. Ends when the source does, when the caller goes,
 * and when `stopping` is aborted. What goes wrong is told to `onFailure`; the caller sees a stream
 * that is cut off.
 */
export async function sendEvents(
  res: ServerResponse,
  { status, headers }: PlainReply,
  body: EventBody,
  { stopping, onFailure }: { stopping: AbortSignal; onFailure(error: unknown): void },
): Promise<void> {
  // Some proxies keep an answer until it is whole unless they are told.
  res.writeHead(status, { ...headers, 'X-Accel-Buffering': 'no' });
  // Otherwise the caller would wait for the first event to know that there is a stream.
  res.flushHeaders();
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  // Whoever hung up while the answer was made closes nothing any more.
  if (res.closed) gone.abort();
  const signal = AbortSignal.any([gone.signal, stopping]);
  const beat = setInterval(() => {
    if (!res.writableNeedDrain) res.write(KEEP_ALIVE);
  }, KEEP_ALIVE_MS);
  try {
    for await (const event of untilAborted(body, signal, onFailure))
      if (!res.write(encodeEvent(event))) await untilTaken(res, signal);
    res.end();
  } catch (error) {
    // A source that is told to stop may say so by throwing.
    if (!signal.aborted) onFailure(error);
    res.destroy();
  } finally {
    clearInterval(beat);
  }
}

/**
 * The events up to the abort, whose `return` is called then and there: a source may have nothing
 * to say for hours, and one that is a generator hears of it only when it goes on.
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
