import type { Querier } from '../../stores/postgres.ts';

/**
 * Closes the months (UTC) of usage that are over and that no charge can reach any more. Returns how
 * many months of operators were closed.
 */
export async function closeUsageMonths(db: Querier): Promise<{ rows: number }> {
  const [closed] = await db.query<{ rowCount: number }>('closed_usage_months_insert');
  return { rows: closed?.rowCount ?? 0 };
}
