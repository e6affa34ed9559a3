import { emptyFigure, type Figure, type LotForecast } from './lot-forecast.ts';

/** A lot without a history is expected to be as uncertain as the lots that it is like, and more. */
const BORROWED_SPREAD = 1.5;

/**
 * The occupied shares of a lot without a history: the mean of lots like it nearby. Its own calendar
 * and capacity stay. What others sell is not passed on: sessions and revenue stay unknown.
 */
export function borrowShares(own: LotForecast, likes: readonly LotForecast[]): LotForecast {
  const sameDay = likes.filter(({ fromDay }) => fromDay === own.fromDay);
  const figures = (sameDay.length > 0 ? sameDay : likes).map(({ shares }) => shares);
  const [first] = figures;
  if (first === undefined) return own;
  const meanOf = (pick: (figure: Figure) => Float32Array) =>
    pick(first).map((_, i) => meanAt(figures.map(pick), i));
  const shares: Figure = {
    ...emptyFigure(first.slots),
    next: sameDay.length > 0 ? meanOf(({ next }) => next) : emptyFigure(first.slots).next,
    usual: meanOf(({ usual }) => usual),
    season: meanOf(({ season }) => season),
    spread: meanOf(({ spread }) => spread).map((spread) => BORROWED_SPREAD * spread),
    lows: first.lows,
    highs: first.highs,
    together: first.together,
  };
  return { ...own, shares, carry: likes[0]?.carry ?? own.carry };
}

function meanAt(lists: readonly Float32Array[], i: number): number {
  let sum = 0;
  let count = 0;
  for (const list of lists) {
    const value = list[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? Number.NaN : sum / count;
}
