import type { Postgres } from '../../../stores/postgres.ts';
import { actorOf } from '../../principals/actor.ts';
import type { Principal } from '../../principals/principal.ts';
import { endKey } from '../revoke-key.ts';
import { lockManaged } from './lock-keys.ts';

/**
 * Revokes a key that the caller may manage, its own included, at once and for good; one that was
 * revoked before stays as it is. Errors: those of `lockManaged`.
 */
export async function endOwnKey(
  db: Postgres,
  caller: Principal,
  keyId: string,
  requestId: string,
): Promise<void> {
  await db.transaction(async (connection) => {
    const managed = await lockManaged(connection, caller, keyId);
    await endKey(connection, managed.keyId, actorOf(caller, requestId));
  });
}
