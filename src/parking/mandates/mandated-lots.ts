import { badField } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { UUID } from '../lots/find-lot.ts';

export const LOT_IDS_MAX = 100;

/** The ids in their stored form, each once; null: not given. BAD_REQUEST naming `field`. */
export function readLotIds(field: string, value: unknown): string[] | null {
  if (value === undefined) return null;
  if (!Array.isArray(value) || value.length === 0 || value.length > LOT_IDS_MAX)
    throw badField(field, `must be a list of 1 to ${LOT_IDS_MAX} lots`);
  const ids = value.map((id: unknown, i) => {
    if (typeof id !== 'string' || !UUID.test(id))
      throw badField(`${field}.${i}`, 'is not a lot id');
    return id.toLowerCase();
  });
  return [...new Set(ids)];
}

/** BAD_REQUEST naming the first lot that is not there. */
export async function checkListed(
  db: Querier,
  livemode: boolean,
  field: string,
  lotIds: readonly string[],
): Promise<void> {
  const rows = await db.query<{ lotId: string }>('lots_find_listed', {
    lotIds,
    livemode,
  });
  const listed = new Set(rows.map((row) => row.lotId));
  const missing = lotIds.find((id) => !listed.has(id));
  if (missing !== undefined) throw badField(field, `has no lot ${missing}`);
}
