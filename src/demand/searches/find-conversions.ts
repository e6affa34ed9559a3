import type { Postgres } from '../../stores/postgres.ts';
import { type ReadOptions, readOnBy } from '../../stores/read-on.ts';

/** Audit rows that are read in one transaction. */
const ROWS_PER_PART = 20_000;
/** By then a search that was answered before a booking is in the database. */
const SETTLED_SECONDS = 2;

/**
 * Writes down which new stays and holds follow a search of an agent: by the same key, or by another
 * key of the same operator for the same platform; within 24 hours; on a lot within 2 km of the
 * place that was searched. Must run before the callers of searches are deleted. Returns how many
 * were found. Bookings of the last `settledSeconds` (2 unless given) are left for the next call.
 */
export function findConversions(
  db: Postgres,
  { settledSeconds = SETTLED_SECONDS, ...options }: ReadOptions & { settledSeconds?: number } = {},
): Promise<number> {
  const values = { rowCountMax: ROWS_PER_PART, settledSeconds };
  return readOnBy(db, 'conversions', { query: 'conversions_find', values }, options);
}
