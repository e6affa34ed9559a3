import type { Watch } from '../../../../../src/outbound/webhooks/sending/watch.ts';

export type ManualWatch = Watch & {
  /** Lets time pass at once, and runs what was waiting for it. */
  pass(ms: number): void;
  /** How many things wait for their time. */
  waitingCount(): number;
};

/** A watch that only a test moves. */
export function manualWatch(): ManualWatch {
  let nowMs = 0;
  const waiting = new Set<{ atMs: number; run: () => void }>();
  return {
    now: () => nowMs,
    after(ms, run) {
      const alarm = { atMs: nowMs + ms, run };
      waiting.add(alarm);
      return () => waiting.delete(alarm);
    },
    pass(ms) {
      nowMs += ms;
      for (const alarm of waiting)
        if (alarm.atMs <= nowMs) {
          waiting.delete(alarm);
          alarm.run();
        }
    },
    waitingCount: () => waiting.size,
  };
}
