import type { Querier } from '../../stores/postgres.ts';

/** Lots per statement: few, so that none locks many rows for long. */
const LOTS_PER_RUN_MAX = 500;

/**
 * Writes down the crossings of occupancy thresholds that time alone caused: a hold has begun or
 * expired, or a count has become old. Returns how many lots it looked at.
 */
export async function noteOccupancy(db: Querier): Promise<{ rows: number }> {
  const [looked] = await db.query<{ rowCount: number }>('lots_note_occupancy', {
    rowLimit: LOTS_PER_RUN_MAX,
  });
  return { rows: looked?.rowCount ?? 0 };
}
