import type { Postgres } from '../../../stores/postgres.ts';
import { writeKept } from '../../idempotency/keep-answer.ts';
import type { WriteContext } from '../../idempotency/remember.ts';
import { actorOf } from '../../principals/actor.ts';
import type { Principal } from '../../principals/principal.ts';
import type { SecretKey } from '../create-key.ts';
import { replaceKey } from '../rotate-key.ts';
import { lockManaged } from './lock-keys.ts';

/**
 * Replaces a key that the caller may manage, its own included, by one with the same rights; the old
 * one ends at once. Errors: those of `lockManaged`; CONFLICT key_over.
 */
export async function rotateOwnKey(
  db: Postgres,
  caller: Principal,
  keyId: string,
  { requestId, remember }: WriteContext<SecretKey>,
): Promise<SecretKey> {
  return writeKept(db, remember, async (connection) => {
    const managed = await lockManaged(connection, caller, keyId);
    return replaceKey(connection, managed.keyId, actorOf(caller, requestId));
  });
}
