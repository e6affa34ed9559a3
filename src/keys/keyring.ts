import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Postgres } from '../stores/postgres.ts';
import type { Caller } from './caller.ts';
import { findKey } from './find-key.ts';
import { createLastUsed } from './last-used.ts';
import { hashSecret, looksLikeSecret } from './secret.ts';

const KEYS_KEPT_MAX = 10_000;
/** A network that swallows notices without closing the connection must not keep a key alive. */
const KEPT_MS_MAX = 30_000;
const RECONNECT_MS_MIN = 100;
const RECONNECT_MS_MAX = 5_000;

export type Keyring = {
  /** Who holds the secret; undefined when it is unknown, revoked or expired. */
  find(secret: string): Promise<Caller | undefined>;
  close(): Promise<void>;
};

/**
 * Keys looked up by secret, kept in memory for as long as the database is known to tell of changes:
 * its notice empties the memory at once, and while that line is down every call reads the database.
 */
export function openKeyring(deps: { db: Postgres; clock: Clock; log: Logger }): Keyring {
  const kept = new Map<string, { caller: Caller; readAt: number }>();
  const lastUsed = createLastUsed(deps);
  const stopping = new AbortController();
  let isToldOfChanges = false;
  let changes = 0;

  function forget(): void {
    changes += 1;
    kept.clear();
  }

  /** Holds the line to the database until `close`, again and again. */
  async function follow(): Promise<void> {
    let delayMs = RECONNECT_MS_MIN;
    while (!stopping.signal.aborted) {
      try {
        await listenOnce(() => {
          delayMs = RECONNECT_MS_MIN;
        });
      } catch (error) {
        deps.log.warn({ err: error }, 'not told of changed keys: reading each from the database');
      }
      await sleep(delayMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      delayMs = Math.min(delayMs * 2, RECONNECT_MS_MAX);
    }
  }

  async function listenOnce(onConnected: () => void): Promise<void> {
    const lost = Promise.withResolvers<void>();
    const line = await deps.db.listen('key_changed', { onNotice: forget, onLost: lost.resolve });
    const hangUp = () => void line.close();
    stopping.signal.addEventListener('abort', hangUp);
    if (stopping.signal.aborted) hangUp();
    // What was read before the line stood may have changed unheard.
    forget();
    isToldOfChanges = true;
    onConnected();
    await lost.promise;
    isToldOfChanges = false;
    forget();
    stopping.signal.removeEventListener('abort', hangUp);
  }

  async function read(secretSha256: string): Promise<Caller | undefined> {
    const changesBefore = changes;
    const caller = await findKey(deps.db, secretSha256);
    // A change that arrived meanwhile may be missing from what was read.
    if (caller === undefined || !isToldOfChanges || changes !== changesBefore) return caller;
    const [oldest] = kept.size >= KEYS_KEPT_MAX ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(secretSha256, { caller, readAt: deps.clock.now() });
    return caller;
  }

  const following = follow();
  return {
    async find(secret) {
      if (!looksLikeSecret(secret)) return undefined;
      const now = deps.clock.now();
      const secretSha256 = hashSecret(secret);
      const known = kept.get(secretSha256);
      const isFresh = known !== undefined && Math.abs(now - known.readAt) < KEPT_MS_MAX;
      const caller = isFresh ? known.caller : await read(secretSha256);
      if (caller === undefined) return undefined;
      if (caller.expiresAt !== null && caller.expiresAt.getTime() <= now) return undefined;
      lastUsed.mark(caller.keyId);
      return caller;
    },
    async close() {
      stopping.abort();
      await following;
      await lastUsed.close();
    },
  };
}
