import { monotonicMs } from '../../clock.ts';

/**
 * How long a call may take, unless its operation declares otherwise. The time in which its body
 * arrives does not count.
 */
export const CALL_MS_MAX = 15_000;
/** The same for calls with thousands of rows: a whole feed, or a large batch. */
export const LONG_CALL_MS_MAX = 60_000;

/** A call was not answered in time; what it wrote may have been written or not. */
export class DeadlinePassed extends Error {}

export type Deadline = {
  /**
   * The result of `work`, or DeadlinePassed as soon as the time is over; `work` then goes on.
   */
  limit<T>(work: Promise<T>): Promise<T>;
  /** Does what takes as long as the caller takes: it does not count. */
  pause<T>(wait: () => Promise<T>): Promise<T>;
  /** For what must not be done when nobody gets the answer any more. */
  throwIfPassed(): void;
};

/** Begins to count. */
export function startDeadline(msMax: number): Deadline {
  const passed = Promise.withResolvers<never>();
  // Without a call that waits, nobody hears of it.
  passed.promise.catch(() => undefined);
  let leftMs = msMax;
  let isPassed = false;
  let startedAt = 0;
  let timer: NodeJS.Timeout;
  const error = () => new DeadlinePassed(`not answered within ${msMax} ms`);

  function run(): void {
    startedAt = monotonicMs();
    timer = setTimeout(() => {
      isPassed = true;
      passed.reject(error());
    }, leftMs);
  }

  run();
  return {
    async limit(work) {
      try {
        return await Promise.race([work, passed.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
    async pause(wait) {
      clearTimeout(timer);
      leftMs = Math.max(0, Math.ceil(leftMs - (monotonicMs() - startedAt)));
      try {
        return await wait();
      } finally {
        run();
      }
    },
    throwIfPassed() {
      if (isPassed) throw error();
    },
  };
}
