import { notFound } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { Principal } from '../../principals/principal.ts';
import type { KeyRecord } from '../create-key.ts';
import { KEY_ID } from './lock-keys.ts';

/**
 * A key of the caller's operator in the caller's mode; of its fleet, where it has one. `keyId` may
 * be any text. Errors: NOT_FOUND.
 */
export async function findOwnKey(
  db: Querier,
  caller: Principal,
  keyId: string,
): Promise<KeyRecord> {
  if (!KEY_ID.test(keyId)) throw notFound('key');
  const [key] = await db.query<KeyRecord>('api_keys_find_own', {
    keyId,
    operatorId: caller.operatorId,
    mode: caller.livemode ? 'live' : 'test',
    fleetId: caller.fleetId,
  });
  if (key === undefined) throw notFound('key');
  return key;
}
