import type { Logger } from 'pino';
import { createWakeable } from '../../../kit/pool/wakeable.ts';

/** Time after a round that found something, unless it left more to do. */
const POLL_MS = 50;
/** Each round that finds nothing doubles that time, up to this: an idle courier costs little. */
const IDLE_POLL_MS_MAX = 500;
/** Time between two rounds at least: one that does more at once costs less for each. */
const REST_MS = 5;
/** Time after a round that failed, for example because the database restarts. */
const RETRY_MS = 1_000;

/** What a round found: more than it did, what it did, or nothing. */
export type Found = 'more' | 'some' | 'nothing';

/** Work that is done again and again. */
type Rounds = {
  /** The next round begins at once. */
  wake(): void;
  /** Resolves once the current round has ended. */
  stop(): Promise<void>;
};

/** Repeats `work`: at once while there is more to do, otherwise after a pause. */
export function createRounds(name: string, log: Logger, work: () => Promise<Found>): Rounds {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { wake, pause } = createWakeable();
  const rest = () => new Promise<void>((resolve) => void setTimeout(resolve, REST_MS));

  async function run(): Promise<void> {
    let pauseMs = POLL_MS;
    while (!signal.aborted) {
      try {
        const found = await work();
        if (found === 'more') wake();
        pauseMs = found === 'nothing' ? Math.min(2 * pauseMs, IDLE_POLL_MS_MAX) : POLL_MS;
        await rest();
        if (await pause(pauseMs - REST_MS, signal)) pauseMs = POLL_MS;
      } catch (error) {
        log.error({ err: error }, `the courier could not ${name}; it tries again`);
        // What woke it before it failed does not hurry it.
        await pause(0, signal);
        if (await pause(RETRY_MS, signal)) pauseMs = POLL_MS;
      }
    }
  }

  const ended = run();
  return {
    wake,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
