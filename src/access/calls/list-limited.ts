import { type Querier, readClock } from '../../stores/postgres.ts';
import { recentStart } from './list-calls.ts';

/** An operator whose calls were beyond a budget. */
export type LimitedOperator = {
  operatorId: string;
  name: string;
  limitedCount: number;
  /** When the last hour began in which that was so. */
  lastAt: Date;
};

/**
 * The operators that made most calls beyond their budgets since `from`, those with most first. It
 * is the beginning of an hour (UTC), RECENT_HOURS with the one that is not over yet.
 */
export async function listLimited(
  db: Querier,
  { limit }: { limit: number },
): Promise<{ from: Date; operators: LimitedOperator[] }> {
  const from = recentStart(await readClock(db));
  const values = { fromAt: from, rowLimit: limit };
  return { from, operators: await db.query<LimitedOperator>('call_counts_list_limited', values) };
}
