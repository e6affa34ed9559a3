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
  const [applied] = await db.query<{ rowCount: number }>('lots_apply_rates', {
    rowLimit: LOTS_PER_RUN_MAX,
    lotId,
  });
  return { rows: applied?.rowCount ?? 0 };
}
