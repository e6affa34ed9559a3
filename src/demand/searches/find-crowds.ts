import type { Postgres } from '../../stores/postgres.ts';
import { type ReadOptions, readOnBy } from '../../stores/read-on.ts';

/** Searches that are read in one transaction. */
const ROWS_PER_PART = 10_000;

/**
 * Writes down for which cells, platforms, places and dates three callers have searched on one day.
 * How many callers a figure comes from cannot be found out later, because who searched is deleted
 * after 24 hours. Returns how many such groups are new.
 */
export function findCrowds(db: Postgres, options: ReadOptions = {}): Promise<number> {
  const values = { rowCountMax: ROWS_PER_PART };
  return readOnBy(db, 'search_crowds', { query: 'search_crowds_find', values }, options);
}
