import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { KeyRecord } from './create-key.ts';

/** An operator's keys, newest first, including revoked ones. Errors: NOT_FOUND. */
export async function listKeys(db: Querier, operatorId: string): Promise<KeyRecord[]> {
  const rows = await db.query<KeyRecord | { id: null }>('api_keys_list', {
    operatorId,
  });
  if (rows.length === 0) throw notFound('operator');
  return rows.flatMap((row) => (row.id === null ? [] : [row]));
}
