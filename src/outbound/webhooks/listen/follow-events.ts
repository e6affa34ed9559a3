import { setTimeout as sleep } from 'node:timers/promises';
import { type Answered, askNext, type Listener, type ReceivedEvent } from './ask-next.ts';

/** The pause after a failed call: twice as long each time. */
const PAUSE_SECONDS = { first: 1, most: 30 };
/** The pause between two calls while the budget of the key is nearly used up. */
const BUDGET_PAUSE_MS = 2_000;

/**
 * Begins to follow the events of a key, and returns them as they come: each once, also when the
 * connection is lost in between. `say` gets what goes wrong meanwhile. Ends when the signal of
 * the listener is aborted. Throws when the API cannot be reached at the start, and when it refuses
 * the key, now or later.
 */
export async function followEvents(
  listener: Listener,
  say: (line: string) => void,
): Promise<AsyncGenerator<ReceivedEvent>> {
  const cursor = await begin(listener);
  return untilAborted(listener.signal, follow(listener, cursor, say));
}

/** The cursor of now. */
async function begin(listener: Listener): Promise<string> {
  const answered = await askNext(listener, null);
  if (answered.kind === 'events') return answered.cursor;
  throw new Error(answered.why);
}

async function* follow(
  listener: Listener,
  start: string,
  say: (line: string) => void,
): AsyncGenerator<ReceivedEvent> {
  const { signal } = listener;
  let cursor: string | null = start;
  let failureCount = 0;
  for (;;) {
    const answered = await askNext(listener, cursor);
    switch (answered.kind) {
      case 'events':
        if (failureCount > 0) say('connected again');
        failureCount = 0;
        yield* answered.events;
        cursor = answered.cursor;
        if (answered.isBudgetLow) await sleep(BUDGET_PAUSE_MS, undefined, { signal });
        break;
      case 'trouble': {
        const seconds = pauseSeconds(answered, failureCount);
        failureCount += 1;
        say(`${answered.why}; trying again in ${seconds} s`);
        await sleep(seconds * 1_000, undefined, { signal });
        break;
      }
      case 'lost':
        if (cursor === null) throw new Error(answered.why);
        say(`${answered.why}; beginning again now: events may be missing`);
        cursor = null;
        break;
      case 'refused':
        throw new Error(answered.why);
    }
  }
}

function pauseSeconds(
  { waitSeconds }: Extract<Answered, { kind: 'trouble' }>,
  failureCount: number,
): number {
  const seconds = Math.min(PAUSE_SECONDS.first * 2 ** failureCount, PAUSE_SECONDS.most);
  return Math.max(seconds, waitSeconds ?? 0);
}

/** Ends without an error where the signal was the cause. */
async function* untilAborted(
  signal: AbortSignal,
  events: AsyncGenerator<ReceivedEvent>,
): AsyncGenerator<ReceivedEvent> {
  try {
    yield* events;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
