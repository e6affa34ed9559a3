import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Time between two rounds that found nothing to do. */
const POLL_MS = 50;
/** Time between two rounds at least: one that does more at once costs less for each. */
const REST_MS = 5;
/** Time after a round that failed, for example because the database restarts. */
const RETRY_MS = 1_000;

/** Work that is done again and again. */
export type Rounds = {
  /** The next round begins at once. */
  wake(): void;
  /** Resolves once the current round has ended. */
  stop(): Promise<void>;
};

/** Repeats `work`: at once while it returns true, otherwise after a pause of `pollMs`. */
export function createRounds(
  name: string,
  log: Logger,
  work: () => Promise<boolean>,
  pollMs = POLL_MS,
): Rounds {
  let isStopping = false;
  let isWoken = false;
  let wakeUp = () => {};

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isWoken || isStopping) wakeUp();
    });

  async function run(): Promise<void> {
    while (!isStopping) {
      isWoken = false;
      try {
        if (await work()) isWoken = true;
        await sleep(REST_MS);
        await pause(pollMs - REST_MS);
      } catch (error) {
        log.error({ err: error }, `the courier could not ${name}; it tries again`);
        isWoken = false;
        await pause(RETRY_MS);
      }
    }
  }

  const ended = run();
  return {
    wake() {
      isWoken = true;
      wakeUp();
    },
    async stop() {
      isStopping = true;
      wakeUp();
      await ended;
    },
  };
}
