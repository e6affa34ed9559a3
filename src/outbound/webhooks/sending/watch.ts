import { monotonicMs } from '../../../kit/clock.ts';

/** Measures time and limits it, in milliseconds. */
export type Watch = Readonly<{
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Runs something once so much time has passed, unless the returned function is called. */
  after(ms: number, run: () => void): () => void;
}>;

export const machineWatch: Watch = {
  now: monotonicMs,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
