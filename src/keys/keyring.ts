import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { followNotices } from '../stores/notices.ts';
import type { Postgres } from '../stores/postgres.ts';
import type { Caller } from './caller.ts';
import { findKey } from './find-key.ts';
import { createLastUsed } from './last-used.ts';
import { hashSecret, looksLikeSecret } from './secret.ts';

const KEYS_KEPT_MAX = 10_000;
/**
 * How long a key is kept without reading it again, in case the network loses the database's notices
 * without closing the connection.
 */
const KEPT_MS_MAX = 30_000;

export type Keyring = {
  /**
   * The owner of the secret; undefined when the secret is unknown, revoked or expired. `mayAsk` is
   * called before the database is asked about a secret that is not in memory; when it throws, the
   * database is not asked.
   */
  find(secret: string, mayAsk?: () => void): Promise<Caller | undefined>;
  close(): Promise<void>;
};

/**
 * Keys looked up by secret and kept in memory while the database's notices of changes arrive. A
 * notice empties the memory at once. While the connection for notices is down, every call reads the
 * database. Concurrent calls with one secret share a reading.
 */
export function openKeyring(deps: { db: Postgres; clock: Clock; log: Logger }): Keyring {
  const kept = new Map<string, { caller: Caller; readAt: number }>();
  const underWay = new Map<string, Promise<Caller | undefined>>();
  const lastUsed = createLastUsed(deps);
  const notices = followNotices(deps, 'key_changed', () => {
    kept.clear();
    // Later calls must not share a reading that began before the change.
    underWay.clear();
  });

  async function read(secretSha256: string): Promise<Caller | undefined> {
    const changesBefore = notices.changeCount();
    const caller = await findKey(deps.db, secretSha256);
    // A change that arrived during the reading may be missing from it.
    const isSure = notices.isListening() && notices.changeCount() === changesBefore;
    if (caller === undefined || !isSure) return caller;
    const [oldest] = kept.size >= KEYS_KEPT_MAX ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(secretSha256, { caller, readAt: deps.clock.now() });
    return caller;
  }

  function readOnce(secretSha256: string): Promise<Caller | undefined> {
    const shared = underWay.get(secretSha256);
    if (shared !== undefined) return shared;
    const reading = read(secretSha256).finally(() => {
      if (underWay.get(secretSha256) === reading) underWay.delete(secretSha256);
    });
    underWay.set(secretSha256, reading);
    return reading;
  }

  return {
    async find(secret, mayAsk) {
      if (!looksLikeSecret(secret)) return undefined;
      const now = deps.clock.now();
      const secretSha256 = hashSecret(secret);
      const known = kept.get(secretSha256);
      if (known === undefined && !underWay.has(secretSha256)) mayAsk?.();
      const isFresh = known !== undefined && Math.abs(now - known.readAt) < KEPT_MS_MAX;
      const caller = isFresh ? known.caller : await readOnce(secretSha256);
      if (caller === undefined) return undefined;
      if (caller.expiresAt !== null && caller.expiresAt.getTime() <= now) return undefined;
      lastUsed.mark(caller.keyId);
      return caller;
    },
    async close() {
      await notices.close();
      await lastUsed.close();
    },
  };
}
