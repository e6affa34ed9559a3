import type { RefreshContext } from '../step.ts';
import { outdateLearnt } from './learn-modes.ts';

/**
 * Makes forecasts due of lots that got new rows of days before yesterday. Only rows that are not in
 * the daily rollups yet are found, so this comes before each advance of these.
 * `today` is in UTC, counted from 1970-01-01. Returns these lots.
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
