const OCCUPANCY_WEIGHT = 0.6;
const SEARCH_WEIGHT = 0.4;

export const OCCUPANCY_BASES = ['measured', 'stays', 'mixed'] as const;

/**
 * How an occupied share is known: from counts of vehicles, from stays, or from counts in some hours
 * or lots and from stays in the others.
 */
export type OccupancyBasis = (typeof OCCUPANCY_BASES)[number];

/** The callers per million spaces at a percentile, among the cells of one country. */
export type Percentile = { country: string; percentile: number; searchers_per_million: number };

/**
 * null: not known. Which part of the spaces is taken, and in which part of the areas of the country
 * fewer callers search, 0 to 1.
 */
export type Demand = { occupiedShare: number | null; searchedShare: number | null };

const PERCENT = 100;
/** From half of the searches to twice as many, so that a few more or fewer change little. */
const FACTORS = [0.5, Math.SQRT1_2, 1, Math.SQRT2, 2];

/**
 * 0-100: 0.6 x the occupied share + 0.4 x the searched share. Where only one of the two is known,
 * it is the score; null where neither is.
 */
export function demandScore({ occupiedShare, searchedShare: searched }: Demand): number | null {
  if (occupiedShare === null && searched === null) return null;
  const score =
    occupiedShare === null || searched === null
      ? (occupiedShare ?? searched ?? 0)
      : OCCUPANCY_WEIGHT * occupiedShare + SEARCH_WEIGHT * searched;
  return Math.round(PERCENT * score);
}

/**
 * The part of the areas of a country in which fewer callers search per space: the mean of the
 * percentiles at half, 0.7 times, once, 1.4 times and twice as many. null: not known.
 */
export function searchedShare(
  searchersPerMillion: number | null,
  figures: readonly Percentile[],
): number | null {
  if (searchersPerMillion === null || figures.length === 0) return null;
  const found = FACTORS.map((factor) => percentileOf(factor * searchersPerMillion, figures));
  return found.reduce((sum, percentile) => sum + percentile, 0) / FACTORS.length / PERCENT;
}

/** The highest percentile that has fewer callers; none has fewer than none. Found by halves. */
function percentileOf(searchers: number, figures: readonly Percentile[]): number {
  let [reached, beyond] = [-1, figures.length];
  while (beyond - reached > 1) {
    const middle = (reached + beyond) >> 1;
    if ((figures[middle]?.searchers_per_million ?? Infinity) < searchers) reached = middle;
    else beyond = middle;
  }
  return figures[reached]?.percentile ?? 0;
}
