import { type ListedRow, type Page, readCursor, toPage } from '../../../kit/page.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { Principal } from '../../principals/principal.ts';
import type { KeyRecord } from '../create-key.ts';
import { KEY_ID } from './lock-keys.ts';

/**
 * A page of the keys of the caller's operator in the caller's mode, newest first, with revoked
 * ones; those of its fleet, where it has one. Errors: BAD_REQUEST naming `cursor`.
 */
export async function listOwnKeys(
  db: Querier,
  caller: Principal,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<KeyRecord>> {
  const rows = await db.query<KeyRecord & ListedRow>('api_keys_list_page', {
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    fleetId: caller.fleetId,
    ...readCursor(cursor, KEY_ID),
    rowLimit: limit + 1,
  });
  return toPage(rows, limit, { idOf: (row) => row.id, read: (row) => row });
}
