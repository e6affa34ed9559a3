import type { Querier } from '../../stores/postgres.ts';

/** Writes down the planned plans that hold by now. Returns how many. */
export async function applyPlans(db: Querier): Promise<{ rows: number }> {
  const [applied] = await db.query<{ rowCount: number }>('plans_apply');
  return { rows: applied?.rowCount ?? 0 };
}
