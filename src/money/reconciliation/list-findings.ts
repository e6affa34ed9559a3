import type { Querier } from '../../stores/postgres.ts';
import type { Finding } from './finding.ts';

const FINDINGS_MAX = 1_000;

/** What is open, the oldest day first, at most 1,000. null: all days, or both modes. */
export function listFindings(
  db: Querier,
  which: { day: string | null; livemode: boolean | null },
): Promise<Finding[]> {
  return db.query<Finding>('findings_list', { ...which, rowLimit: FINDINGS_MAX });
}

/** When a day was last compared, in any mode; null: never. */
export async function findLastCompared(db: Querier): Promise<Date | null> {
  const [row] = await db.query<{ comparedAt: Date | null }>('reconciled_days_find_last');
  return row?.comparedAt ?? null;
}
