import type { Demand, OccupancyBasis } from '../areas/demand-score.ts';
import { heardShare } from '../tiles/operator-cap.ts';
import {
  countPresent,
  isHalf,
  type OperatorSums,
  type SumName,
  voicesOf,
} from '../tiles/operator-sums.ts';
import type { KNOWN_FROM } from '../tiles/tile-lots.ts';
import { countLotsKnown, type MarketTotal } from './circle-sums.ts';

const PERCENT = 100;

/**
 * What the areas around some lots tell of demand, by the spaces of these lots. What is known of
 * less than half of them does not hold for the others.
 */
export function demandOf(operators: OperatorSums): Demand {
  const shareOf = (known: SumName, worth: SumName, unit: number) =>
    isHalf(operators, 'spaces', known)
      ? heardShare(voicesOf(operators, { known, worth, unit }), countPresent(operators))
      : null;
  return {
    occupiedShare: shareOf('occupancyKnown', 'occupied', PERCENT),
    searchedShare: shareOf('searchesKnown', 'searched', 1),
  };
}

/** How the occupied share is known; null: it is not. */
export function occupancyBasisOf(
  markets: readonly MarketTotal[],
  { occupiedShare }: Demand,
): OccupancyBasis | null {
  if (occupiedShare === null) return null;
  const lots = (from: (typeof KNOWN_FROM)[number]) => countLotsKnown(markets, from);
  if (lots('both') > 0) return 'mixed';
  if (lots('counts') === 0) return 'stays';
  return lots('stays') === 0 ? 'measured' : 'mixed';
}

/** Lots in areas in which vehicles were counted. */
export function countMeasured(markets: readonly MarketTotal[]): number {
  return countLotsKnown(markets, 'both') + countLotsKnown(markets, 'counts');
}
