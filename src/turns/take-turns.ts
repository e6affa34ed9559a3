import { monotonicMs } from '../clock.ts';

/** Long work lets others have their turn after this. */
const TURN_MS_MAX = 2;
/** Looking at the time may cost as much as an item. */
const ITEMS_PER_LOOK = 16;

/** So long has everybody else the thread, before a work that may take its time goes on. */
const REST_MS = 10;

/**
 * Resolves once whatever else is ready has had its turn. Of many who wait, one comes back at a
 * time, in the order they asked: however many long works there are, others wait for one piece.
 */
export const nextTurn = createLine((resume) => setImmediate(resume));

/** The same for work that no person waits for: all of it together rests in between. */
export const turnAfterRest = createLine((resume) => {
  // Counted from the end of the piece that is being worked on.
  setImmediate(() => setTimeout(resume, REST_MS));
});

function createLine(schedule: (resume: () => void) => unknown): () => Promise<void> {
  const waiting: (() => void)[] = [];

  function resumeFirst(): void {
    // It is taken off before it goes on: what it waits for next is a turn of its own.
    const resolve = waiting.shift();
    if (waiting.length > 0) schedule(resumeFirst);
    resolve?.();
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) schedule(resumeFirst);
    });
}

/** Does `work` for each item, in order, some milliseconds at a time, with a `pause` in between. */
export async function inTurns<T>(
  items: Iterable<T>,
  work: (item: T) => void,
  pause: () => Promise<void> = nextTurn,
): Promise<void> {
  let endsAt = monotonicMs() + TURN_MS_MAX;
  let count = 0;
  for (const item of items) {
    work(item);
    count += 1;
    if (count % ITEMS_PER_LOOK !== 0 || monotonicMs() < endsAt) continue;
    await pause();
    endsAt = monotonicMs() + TURN_MS_MAX;
  }
}
