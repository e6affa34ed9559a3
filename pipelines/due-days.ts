import { SEARCH_LOG_DAYS_KEPT } from '../src/demand/searches/search-days.ts';
import type { Postgres } from '../src/stores/postgres.ts';
import type { ReadingPosition } from '../src/stores/read-on.ts';

/**
 * Whether the search log has days that are old enough to be dropped, and whether the archive, which
 * ends at this position, has all their searches.
 */
export async function findDueDays(
  db: Postgres,
  { tx, id }: ReadingPosition,
): Promise<'none' | 'not packed' | 'packed'> {
  const [found] = await db.query<{ isDue: boolean; isPacked: boolean }>('search_log_find_due', {
    daysKept: SEARCH_LOG_DAYS_KEPT,
    tx,
    id,
  });
  if (!found?.isDue) return 'none';
  return found.isPacked ? 'packed' : 'not packed';
}
