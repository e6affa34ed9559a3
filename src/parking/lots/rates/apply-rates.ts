import type { Querier } from '../../../stores/postgres.ts';

export const LOTS_PER_RUN_MAX = 500;

/**
 * Makes scheduled rates that have begun the posted ones, on one lot or (null) on all. Returns the
 * number of lots changed.
 */
export async function applyRates(
  db: Querier,
  lotId: string | null = null,
): Promise<{ rows: number }> {
  const [applied] = await db.query<{ row_count: number }>('lots_apply_rates', {
    row_limit: LOTS_PER_RUN_MAX,
    lot_id: lotId,
  });
  return { rows: applied?.row_count ?? 0 };
}
