/** More works wait already than the caller wants to wait. */
export class TooManyWaiting extends Error {}

/**
 * Runs the works given to the returned function at most so many at once, in the order in which they
 * were given. Throws TooManyWaiting where `waitingMax` works wait before this one.
 */
export function atMost(
  runningMax: number,
  waitingMax: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let runningCount = 0;
  return async (work) => {
    if (runningCount < runningMax) runningCount += 1;
    else if (waiting.length >= waitingMax) throw new TooManyWaiting('too many works wait');
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Its place is handed on, so that nobody takes it in between.
      if (next === undefined) runningCount -= 1;
      else next();
    }
  };
}
