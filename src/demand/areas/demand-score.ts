const OCCUPANCY_WEIGHT = 0.6;
const SEARCH_WEIGHT = 0.4;

export const OCCUPANCY_BASES = ['measured', 'stays', 'mixed'] as const;

/**
 * How an occupied share is known: from counts of vehicles, from stays, or from counts in some hours
 * or lots and from stays in the others.
 */
export type OccupancyBasis = (typeof OCCUPANCY_BASES)[number];

/** The callers of a week at a percentile, among the areas of searches of one country. */
export type Percentile = { country: string; percentile: number; searcher_count: number };

/**
 * null: not known. Which part of the spaces is taken, and in which part of the areas of the country
 * fewer callers search, 0 to 1.
 */
export type Demand = { occupiedShare: number | null; searchedShare: number | null };

const PERCENT = 100;
/** Four callers a day are added to those of every area: so few more or fewer say little. */
const CALLERS_ADDED = 28;
/** From about a sixth of the callers to six times as many, each 1.19 times the previous one. */
const FACTORS = Array.from({ length: 21 }, (_, i) => 2 ** ((i - 10) / 4));

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
 * The part of the areas of a country in which fewer callers search in a week: the mean of the
 * percentiles from a sixth to six times as many, so that nobody who searches changes it by more
 * than a seventh. Spaces are not asked for, because whoever lists lots would change it. null: not
 * known.
 */
export function searchedShare(
  searcherCount: number | null,
  figures: readonly Percentile[],
): number | null {
  if (searcherCount === null || figures.length === 0) return null;
  // None has fewer than none.
  if (searcherCount === 0) return 0;
  const found = FACTORS.map((factor) =>
    percentileOf(factor * (searcherCount + CALLERS_ADDED) - CALLERS_ADDED, figures),
  );
  return found.reduce((sum, percentile) => sum + percentile, 0) / FACTORS.length / PERCENT;
}

/** The highest percentile that has fewer callers. Found by halves. */
function percentileOf(searchers: number, figures: readonly Percentile[]): number {
  let [reached, beyond] = [-1, figures.length];
  while (beyond - reached > 1) {
    const middle = (reached + beyond) >> 1;
    if ((figures[middle]?.searcher_count ?? Infinity) < searchers) reached = middle;
    else beyond = middle;
  }
  return figures[reached]?.percentile ?? 0;
}
