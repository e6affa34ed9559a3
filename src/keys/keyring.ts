import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { followNotices } from '../stores/notices.ts';
import type { Postgres } from '../stores/postgres.ts';
import type { Caller } from './caller.ts';
import { findKey } from './find-key.ts';
import { createLastUsed } from './last-used.ts';
import { hashSecret, looksLikeSecret } from './secret.ts';

const KEYS_KEPT_MAX = 10_000;
/** A network that swallows notices without closing the connection must not keep a key alive. */
const KEPT_MS_MAX = 30_000;

export type Keyring = {
  /**
   * Who holds the secret; undefined when it is unknown, revoked or expired. `mayAsk` is called
   * before the database is asked for what may be nobody's secret, unless it throws.
   */
  find(secret: string, mayAsk?: () => void): Promise<Caller | undefined>;
  close(): Promise<void>;
};

/**
 * Keys looked up by secret, kept in memory for as long as the database is known to tell of changes:
 * its notice empties the memory at once, and while that line is down every call reads the database.
 * Calls with one secret at the same time share a reading.
 */
export function openKeyring(deps: { db: Postgres; clock: Clock; log: Logger }): Keyring {
  const kept = new Map<string, { caller: Caller; readAt: number }>();
  const underWay = new Map<string, Promise<Caller | undefined>>();
  const lastUsed = createLastUsed(deps);
  const notices = followNotices(deps, 'key_changed', () => {
    kept.clear();
    // Whoever comes now must not be told what was true before.
    underWay.clear();
  });

  async function read(secretSha256: string): Promise<Caller | undefined> {
    const changesBefore = notices.changeCount();
    const caller = await findKey(deps.db, secretSha256);
    // A change that arrived meanwhile may be missing from what was read.
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
