import { monotonicMs } from '../clock.ts';

/** Long work pauses after this time, so that other work can run. */
const SLICE_MS_MAX = 2;
/** Items between two looks at the clock, because a look may cost as much as an item. */
const ITEMS_PER_LOOK = 16;

/** How long work that is not urgent leaves the thread to other work before it goes on. */
const REST_MS = 10;

/**
 * Resolves once all other work that is ready has run. When several wait, one is resumed at a time,
 * in the order they asked. So other work waits for one piece only, however many long works there
 * are.
 */
export const yieldThread = createLine((resume) => setImmediate(resume));

/** The same for work that no person waits for: all such work together pauses between pieces. */
export const yieldAndRest = createLine((resume) => {
  // The pause begins at the end of the piece that is running now.
  setImmediate(() => setTimeout(resume, REST_MS));
});

function createLine(schedule: (resume: () => void) => unknown): () => Promise<void> {
  const waiting: (() => void)[] = [];

  function resumeFirst(): void {
    // Removed before it is resumed, because its next wait is a turn of its own.
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
export async function inTimeSlices<T>(
  items: Iterable<T>,
  work: (item: T) => void,
  pause: () => Promise<void> = yieldThread,
): Promise<void> {
  let endsAt = monotonicMs() + SLICE_MS_MAX;
  let count = 0;
  for (const item of items) {
    work(item);
    count += 1;
    if (count % ITEMS_PER_LOOK !== 0 || monotonicMs() < endsAt) continue;
    await pause();
    endsAt = monotonicMs() + SLICE_MS_MAX;
  }
}
