import type { Querier } from '../postgres.ts';
import { unwrapKey, wrapKey } from './data-key.ts';

/**
 * Wraps the data key with the first of these keys, so that the others are no longer needed. What is
 * sealed stays as it is, and running processes go on. False: the first one wrapped it already.
 * Throws when none of them opens it.
 */
export async function rotateKey(db: Querier, keys: readonly Buffer[]): Promise<boolean> {
  const [row] = await db.query<{ wrapped: Buffer }>('plate_keys_find');
  const [first] = keys;
  if (row === undefined || first === undefined) throw new Error('there is no key to wrap');
  if (unwrapKey(row.wrapped, [first]) !== undefined) return false;
  const dataKey = unwrapKey(row.wrapped, keys);
  if (dataKey === undefined) throw new Error('none of the keys is the one of this database');
  const wrapped = wrapKey(dataKey, first);
  const [done] = await db.query('plate_keys_rewrap', { wrapped, was: row.wrapped });
  if (done === undefined) throw new Error('another process rotated the key at this moment');
  return true;
}
