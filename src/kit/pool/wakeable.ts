/** A pause that somebody else can end. */
export type Wakeable = {
  /** Ends the pause, or the next one where there is none now. */
  wake(): void;
  /** Resolves with true once woken, with false after `msMax` or when `signal` is aborted. */
  pause(msMax: number, signal: AbortSignal): Promise<boolean>;
};

/** For one that pauses; nobody else waits for the same pause. */
export function createWakeable(): Wakeable {
  let isWoken = false;
  let end = () => {};
  return {
    wake() {
      isWoken = true;
      end();
    },
    async pause(msMax, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, msMax);
      const abort = () => resolve();
      signal.addEventListener('abort', abort);
      end = resolve;
      if (isWoken || signal.aborted) resolve();
      await promise;
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      const answer = isWoken && !signal.aborted;
      isWoken = false;
      return answer;
    },
  };
}
