import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Postgres } from './postgres.ts';

const RECONNECT_MS_MIN = 100;
const RECONNECT_MS_MAX = 5_000;

/** A connection on which the database notifies of changes. */
export type Notices = {
  /** Whether a change that commits now will be notified. */
  isListening(): boolean;
  /**
   * How many times something may have changed: notified, or possible while the connection was down.
   */
  changeCount(): number;
  close(): Promise<void>;
};

/**
 * Listens on a channel until `close`, and reconnects as often as needed. `onChange` is called with
 * the payload of every notice, and without one whenever the connection is opened or lost, because
 * changes in between cause no notice.
 */
export function followNotices(
  deps: { db: Pick<Postgres, 'listen'>; log: Logger },
  channel: string,
  onChange: (payload?: string) => void = () => {},
): Notices {
  const stopping = new AbortController();
  let isListening = false;
  let changeCount = 0;

  function change(payload?: string): void {
    changeCount += 1;
    onChange(payload);
  }

  async function follow(): Promise<void> {
    let delayMs = RECONNECT_MS_MIN;
    while (!stopping.signal.aborted) {
      try {
        await listenOnce(() => {
          delayMs = RECONNECT_MS_MIN;
        });
      } catch (error) {
        deps.log.warn({ err: error, channel }, 'LISTEN connection lost; reading from the database');
      }
      await sleep(delayMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      delayMs = Math.min(delayMs * 2, RECONNECT_MS_MAX);
    }
  }

  async function listenOnce(onConnected: () => void): Promise<void> {
    const lost = Promise.withResolvers<void>();
    const line = await deps.db.listen(channel, { onNotice: change, onLost: lost.resolve });
    const hangUp = () => void line.close();
    stopping.signal.addEventListener('abort', hangUp);
    if (stopping.signal.aborted) hangUp();
    // What was read before the connection was open may have changed without a notice.
    isListening = true;
    change();
    onConnected();
    await lost.promise;
    isListening = false;
    change();
    stopping.signal.removeEventListener('abort', hangUp);
  }

  const following = follow();
  return {
    isListening: () => isListening,
    changeCount: () => changeCount,
    async close() {
      stopping.abort();
      await following;
    },
  };
}
