import { ANSWER_MS_MAX } from './answer.ts';
import { TooLateError } from './failure.ts';
import type { Watch } from './watch.ts';

type TimeLimit = Readonly<{
  /** False: everything that runs was stopped, and nothing begins any more. */
  isOpen(): boolean;
  /**
   * Runs work for at most ANSWER_MS_MAX. When that is over it rejects with TooLateError, and when
   * everything is stopped with another error; the signal tells the work.
   */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Stops everything that runs. */
  close(): void;
}>;

export function openTimeLimit(watch: Watch): TimeLimit {
  const running = new Set<AbortController>();
  let isOpen = true;
  return {
    isOpen: () => isOpen,
    async run(work) {
      if (!isOpen) throw new Error('closed');
      const stop = new AbortController();
      const stopped = new Promise<never>((_done, fail) => {
        stop.signal.addEventListener('abort', () => fail(stop.signal.reason), { once: true });
      });
      const cancel = watch.after(ANSWER_MS_MAX, () => stop.abort(new TooLateError()));
      running.add(stop);
      try {
        return await Promise.race([work(stop.signal), stopped]);
      } finally {
        cancel();
        running.delete(stop);
      }
    },
    close() {
      isOpen = false;
      for (const stop of running) stop.abort(new Error('closed'));
    },
  };
}
