import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { gatherLoads } from '../../kit/pool/gather-loads.ts';
import { followNotices } from '../../stores/notices.ts';
import type { Postgres } from '../../stores/postgres.ts';
import type { Principal } from '../principals/principal.ts';
import { findKeys } from './find-keys.ts';
import { createLastUsed } from './last-used.ts';
import { hashSecret, looksLikeSecret } from './secret.ts';

/** Keys that were used last; about 0.7 kB each. */
const KEYS_KEPT = 20_000;
/**
 * How long a key is kept without reading it again, in case the network loses the database's notices
 * without closing the connection.
 */
const KEPT_MS_MAX = 30_000;
/** Look-ups that may wait for the database at once; reached only when it does not answer. */
export const LOOK_UPS_MAX = 10_000;
const RETRY_SECONDS = 1;

export type Keyring = {
  /**
   * The owner of the secret; undefined when the secret is unknown, revoked or expired. Throws
   * INTERNAL (503) when too many secrets wait for the database.
   */
  find(secret: string): Promise<Principal | undefined>;
  close(): Promise<void>;
};

type Deps = { db: Postgres; clock: Clock; log: Logger; keysKept?: number };

/** A call that waits for the owner of its secret. */
type LookUp = { secretSha256: string; caller?: Principal | undefined };

/**
 * Keys looked up by secret and kept in memory while the database's notices of changes arrive. A
 * notice empties the memory at once. While the connection for notices is down, every call reads the
 * database. All calls that ask while a reading is under way share the next one. So unknown secrets,
 * however many, cost one statement at a time, and none has to be refused before it is looked up.
 */
export function openKeyring(deps: Deps): Keyring {
  const max = deps.keysKept ?? KEYS_KEPT;
  const kept = new LRUCache<string, { caller: Principal; readAt: number }>({ max });
  const lastUsed = createLastUsed(deps);
  const notices = followNotices(deps, 'key_changed', () => kept.clear());
  let waiting = 0;

  const read = gatherLoads<LookUp>(async (lookUps) => {
    const changesBefore = notices.changeCount();
    const secrets = new Set(lookUps.map(({ secretSha256 }) => secretSha256));
    const callers = await findKeys(deps.db, [...secrets]);
    for (const lookUp of lookUps) lookUp.caller = callers.get(lookUp.secretSha256);
    // A change that arrived during the reading may be missing from it.
    const isSure = notices.isListening() && notices.changeCount() === changesBefore;
    const readAt = deps.clock.now();
    if (isSure)
      for (const [secretSha256, caller] of callers) kept.set(secretSha256, { caller, readAt });
  });

  async function lookUp(secretSha256: string): Promise<Principal | undefined> {
    if (waiting >= LOOK_UPS_MAX) throw tooManyWait();
    const mine: LookUp = { secretSha256 };
    waiting += 1;
    try {
      await read([mine]);
    } finally {
      waiting -= 1;
    }
    return mine.caller;
  }

  return {
    async find(secret) {
      if (!looksLikeSecret(secret)) return undefined;
      const now = deps.clock.now();
      const secretSha256 = hashSecret(secret);
      const known = kept.get(secretSha256);
      const isFresh = known !== undefined && Math.abs(now - known.readAt) < KEPT_MS_MAX;
      const caller = isFresh ? known.caller : await lookUp(secretSha256);
      if (caller === undefined) return undefined;
      if (caller.expiresAt !== null && caller.expiresAt.getTime() <= now) return undefined;
      lastUsed.mark(caller.id);
      return caller;
    },
    async close() {
      await notices.close();
      await lastUsed.close();
    },
  };
}

function tooManyWait(): AppError {
  return new AppError('INTERNAL', 'too many keys are being looked up at the moment', {
    status: 503,
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
}
