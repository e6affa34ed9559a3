const OCCUPANCY_WEIGHT = 0.6;
const SEARCH_WEIGHT = 0.4;

export const OCCUPANCY_BASES = ['measured', 'stays', 'mixed'] as const;

/**
 * How an occupied share is known: from counts of vehicles, from stays, or from counts in some hours
 * or lots and from stays in the others.
 */
export type OccupancyBasis = (typeof OCCUPANCY_BASES)[number];

/** The searches per space at a percentile, among the cells of one country. */
export type Percentile = { country: string; percentile: number; searches_per_space: number };

/** Space-minutes of a period, and its searches per week. */
export type Demand = {
  space_count: number;
  occupied_minutes: number;
  known_minutes: number;
  measured_minutes: number;
  search_count: number;
};

export function occupancyBasis({
  measured_minutes,
  known_minutes,
}: Pick<Demand, 'measured_minutes' | 'known_minutes'>): OccupancyBasis {
  if (measured_minutes === 0) return 'stays';
  return measured_minutes === known_minutes ? 'measured' : 'mixed';
}

/**
 * 0-100: 0.6 x the occupied share of those space-hours of the period in which the occupancy is
 * known + 0.4 x the percentile of searches per space among the cells of the same country.
 */
export function demandScore(demand: Demand, figures: readonly Percentile[]): number {
  const { space_count, occupied_minutes, known_minutes, search_count } = demand;
  if (space_count === 0) return 0;
  const occupiedShare = known_minutes === 0 ? 0 : occupied_minutes / known_minutes;
  const searchesPerSpace = search_count / space_count;
  const reached = figures.findLast((figure) => figure.searches_per_space <= searchesPerSpace);
  const searchPercentile = reached?.percentile ?? 0;
  const score = OCCUPANCY_WEIGHT * occupiedShare + SEARCH_WEIGHT * (searchPercentile / 100);
  return Math.round(100 * score);
}
