import { monotonicMs } from './clock.ts';

/** Long work lets others have their turn after this. */
const TURN_MS_MAX = 2;
/** Looking at the time may cost as much as an item. */
const ITEMS_PER_LOOK = 16;

const waiting: (() => void)[] = [];

/**
 * Resolves once whatever else is ready has had its turn. Of many who wait, one comes back at a
 * time, in the order they asked: however many long works there are, others wait for one piece.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeFirst);
  });
}

function resumeFirst(): void {
  // It is taken off before it goes on: what it waits for next is a turn of its own.
  const resolve = waiting.shift();
  if (waiting.length > 0) setImmediate(resumeFirst);
  resolve?.();
}

/** Does `work` for each item, in order, a few milliseconds at a time. */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let endsAt = monotonicMs() + TURN_MS_MAX;
  let count = 0;
  for (const item of items) {
    work(item);
    count += 1;
    if (count % ITEMS_PER_LOOK !== 0 || monotonicMs() < endsAt) continue;
    await nextTurn();
    endsAt = monotonicMs() + TURN_MS_MAX;
  }
}
