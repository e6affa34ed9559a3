import type { Querier } from '../../stores/postgres.ts';

/** `occupied`: vehicles on the mean of the hour that begins `at`; null: not known. */
export type OccupancyHour = { at: Date; occupied: number | null };

/** A week. */
export const HOURS_SHOWN = 168;

/**
 * How many vehicles were on a lot in each hour of the last week, the present one last: by stays, or
 * by counts where that is more.
 */
export function readOccupancyHours(db: Querier, lotId: string): Promise<OccupancyHour[]> {
  return db.query<OccupancyHour>('lot_occupancy_hours', { lotId, hourCount: HOURS_SHOWN });
}
