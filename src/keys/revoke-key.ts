import { notFound } from '../errors.ts';
import type { Querier } from '../stores/postgres.ts';

/**
 * Revokes a key, with its audit row `key.revoked` in the same statement; every API process is
 * notified at the commit. A key that was revoked before is not changed. Errors: NOT_FOUND.
 */
export async function revokeKey(
  db: Querier,
  request: { keyId: string; actorId: string },
): Promise<{ revokedAt: Date }> {
  const [row] = await db.query<{ revoked_at: Date }>('api_keys_revoke', {
    key_id: request.keyId,
    actor_id: request.actorId,
  });
  if (row === undefined) throw notFound('key');
  return { revokedAt: row.revoked_at };
}
