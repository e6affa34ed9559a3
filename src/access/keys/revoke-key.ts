import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { type Actor, actorValues, systemActor } from '../principals/actor.ts';

/** Revokes a key on behalf of a part of this system. Errors: NOT_FOUND. */
export function revokeKey(
  db: Querier,
  { keyId, actorId }: { keyId: string; actorId: string },
): Promise<{ revokedAt: Date }> {
  return endKey(db, keyId, systemActor(actorId));
}

/**
 * Revokes a key, with its audit row `key.revoked` in the same statement; every API process is
 * notified at the commit. A key that was revoked before is not changed. Errors: NOT_FOUND.
 */
export async function endKey(
  db: Querier,
  keyId: string,
  actor: Actor,
): Promise<{ revokedAt: Date }> {
  const [row] = await db.query<{ revokedAt: Date }>('api_keys_revoke', {
    keyId,
    ...actorValues(actor),
  });
  if (row === undefined) throw notFound('key');
  return { revokedAt: row.revokedAt };
}
