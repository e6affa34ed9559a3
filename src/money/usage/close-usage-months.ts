import type { Querier } from '../../stores/postgres.ts';

/**
 * Closes the months (UTC) of usage that are over and that no charge can reach any more. Returns how
 * many months of operators were closed.
 */
export async function closeUsageMonths(db: Querier): Promise<{ rows: number }> {
  const [closed] = await db.query<{ row_count: number }>('closed_usage_months_insert');
  return { rows: closed?.row_count ?? 0 };
}
