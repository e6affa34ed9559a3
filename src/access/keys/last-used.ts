import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import type { Querier } from '../../stores/postgres.ts';

const FLUSH_MS = 5_000;

/** Collects when keys were last used and writes it to the database every few seconds. */
type LastUsed = {
  mark(keyId: string): void;
  /** Writes what is still in memory, then resolves. */
  close(): Promise<void>;
};

/** Memory is bounded by the number of valid keys. A failed write is repeated with the next one. */
export function createLastUsed(deps: { db: Querier; clock: Clock; log: Logger }): LastUsed {
  let marks = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const batch = marks;
    marks = new Map();
    try {
      await deps.db.query('api_keys_touch', {
        keyIds: [...batch.keys()],
        usedAt: [...batch.values()].map((ms) => new Date(ms)),
      });
    } catch (error) {
      marks = new Map([...batch, ...marks]);
      deps.log.warn({ err: error }, 'last use of keys was not written; trying again later');
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (marks.size > 0) writing = writing.then(write);
    return writing;
  }

  return {
    mark(keyId) {
      marks.set(keyId, deps.clock.now());
      timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
    close: flush,
  };
}
