import type { Postgres } from '../../stores/postgres.ts';

/** Whole days of searches that PostgreSQL keeps, before today. Older ones are in the archive. */
export const SEARCH_LOG_DAYS_KEPT = 7;

/** Partitions for so many days after today exist, should the timetable stand still. */
const DAYS_AHEAD = 7;

/**
 * Makes the partitions of the search log for today and the next days. Returns how many were made.
 * Searches of a day without a partition are written to the default partition.
 */
export async function addSearchDays(db: Postgres): Promise<{ rows: number }> {
  const [added] = await db.query<{ dayCount: number }>('search_log_add_days', {
    daysAhead: DAYS_AHEAD,
  });
  return { rows: added?.dayCount ?? 0 };
}
