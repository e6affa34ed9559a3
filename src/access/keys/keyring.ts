import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { gatherLoads } from '../../kit/pool/gather-loads.ts';
import { followNotices } from '../../stores/notices.ts';
import type { Postgres } from '../../stores/postgres.ts';
import type { Principal } from '../principals/principal.ts';
import { APP_ID, appDigest } from './app-row.ts';
import { type FoundKey, findKeys } from './find-keys.ts';
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
  /**
   * Whom a connected app speaks for, and what it was connected for; undefined when it has ended or
   * expired. Throws as `find` does.
   */
  findApp(appId: string): Promise<KnownApp | undefined>;
  close(): Promise<void>;
};

/** A connected app: who connected it, and the only resource that its tokens are for. */
export type KnownApp = Readonly<{ caller: Principal; memberId: string; resource: string }>;

type Deps = { db: Postgres; clock: Clock; log: Logger; keysKept?: number };

/** A call that waits for the owner of its secret. */
type LookUp = { secretSha256: string; found?: FoundKey | undefined };

/**
 * Keys looked up by secret and kept in memory while the database's notices of changes arrive. A
 * notice empties the memory at once. While the connection for notices is down, every call reads the
 * database. All calls that ask while a reading is under way share the next one. So unknown secrets,
 * however many, cost one statement at a time, and none has to be refused before it is looked up.
 */
export function openKeyring(deps: Deps): Keyring {
  const max = deps.keysKept ?? KEYS_KEPT;
  const kept = new LRUCache<string, { found: FoundKey; readAt: number }>({ max });
  const lastUsed = createLastUsed(deps);
  const notices = followNotices(deps, 'key_changed', () => kept.clear());
  let waiting = 0;

  const read = gatherLoads<LookUp>(async (lookUps) => {
    const changesBefore = notices.changeCount();
    const secrets = new Set(lookUps.map(({ secretSha256 }) => secretSha256));
    const keys = await findKeys(deps.db, [...secrets]);
    for (const lookUp of lookUps) lookUp.found = keys.get(lookUp.secretSha256);
    // A change that arrived during the reading may be missing from it.
    const isSure = notices.isListening() && notices.changeCount() === changesBefore;
    const readAt = deps.clock.now();
    if (isSure) for (const [secretSha256, found] of keys) kept.set(secretSha256, { found, readAt });
  });

  async function lookUp(secretSha256: string): Promise<FoundKey | undefined> {
    if (waiting >= LOOK_UPS_MAX) throw tooManyWait();
    const mine: LookUp = { secretSha256 };
    waiting += 1;
    try {
      await read([mine]);
    } finally {
      waiting -= 1;
    }
    return mine.found;
  }

  async function findValid(secretSha256: string): Promise<FoundKey | undefined> {
    const now = deps.clock.now();
    const known = kept.get(secretSha256);
    const isFresh = known !== undefined && Math.abs(now - known.readAt) < KEPT_MS_MAX;
    const found = isFresh ? known.found : await lookUp(secretSha256);
    if (found === undefined) return undefined;
    const { id, expiresAt } = found;
    if (expiresAt !== null && expiresAt.getTime() <= now) return undefined;
    lastUsed.mark(id);
    return found;
  }

  return {
    async find(secret) {
      if (!looksLikeSecret(secret)) return undefined;
      const found = await findValid(hashSecret(secret));
      return found?.app === undefined ? found : undefined;
    },
    async findApp(appId) {
      if (!APP_ID.test(appId)) return undefined;
      const found = await findValid(appDigest(appId));
      if (found?.app === undefined) return undefined;
      const { app, ...caller } = found;
      return { caller, ...app };
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
