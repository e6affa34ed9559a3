import { conflict, notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { newId } from '../ids.ts';
import { type Actor, actorValues, systemActor } from '../principals/actor.ts';
import type { KeyRecord, SecretKey } from './create-key.ts';
import { newSecrets, secretDigest } from './secret.ts';

/** Rotates a key on behalf of a part of this system. Errors: those of `replaceKey`. */
export function rotateKey(
  db: Querier,
  { keyId, actorId }: { keyId: string; actorId: string },
): Promise<SecretKey> {
  return replaceKey(db, keyId, systemActor(actorId));
}

/**
 * Makes a key with the same rights as an old one, and revokes the old one at once, with both audit
 * rows in the same statement; every API process is notified at the commit. What the old key spent
 * in this month counts against the new key's cap. Errors: NOT_FOUND, CONFLICT key_over when the old
 * key was revoked or has expired.
 */
export async function replaceKey(db: Querier, keyId: string, actor: Actor): Promise<SecretKey> {
  const { agentPlatform: actorPlatform, ...who } = actorValues(actor);
  const secrets = newSecrets();
  const [key] = await db.query<KeyRecord | { id: null }>('api_keys_rotate', {
    keyId,
    newKeyId: newId('key'),
    last4: secrets.live.slice(-4),
    liveSha256: secretDigest(secrets.live),
    testSha256: secretDigest(secrets.test),
    actorPlatform,
    ...who,
  });
  if (key === undefined) throw notFound('key');
  if (key.id === null)
    throw conflict('key_over', 'the key was revoked or has expired: make another one');
  return { key, secret: secrets[key.mode] };
}
