import type { RefreshContext } from '../step.ts';
import { outdateLearnt } from './learn-worlds.ts';

/**
 * Makes the forecasts due of lots of which more became known of days before yesterday. Only what
 * the daily rollups do not contain yet is found, so this comes before each advance of them.
 * `today` is that of the world's clock, counted from 1970-01-01. Returns these lots.
 */
export async function markLate(
  { db, warehouse }: RefreshContext,
  today: number,
): Promise<readonly string[]> {
  const late = await warehouse.lateLots(today - 1);
  if (late.length === 0) return late;
  outdateLearnt(warehouse);
  await db.query('forecasts_mark_due', { lotIds: late });
  return late;
}
