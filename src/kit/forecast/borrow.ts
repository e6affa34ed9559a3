import { hasDay } from '../time/day-set.ts';
import { daysSinceMonday } from '../time/days.ts';
import { emptyFigure, type Figure, HORIZONS, type LotForecast, WEEKDAYS } from './lot-forecast.ts';

/** A lot without a history is expected to be as uncertain as the lots that it is like, and more. */
const BORROWED_SPREAD = 1.5;

/**
 * The occupied shares of a lot without a history: the mean of usual days of lots like it nearby.
 * Its own calendar and capacity stay. What others sell is not passed on: sessions and revenue stay
 * unknown.
 */
export function borrowShares(own: LotForecast, likes: readonly LotForecast[]): LotForecast {
  const figures = likes.map(({ shares }) => shares);
  const [first] = figures;
  if (first === undefined) return own;
  const { slots, lows, highs, together } = first;
  const meanOf = (pick: (figure: Figure) => Float32Array) =>
    pick(first).map((_, i) => meanAt(figures.map(pick), i));
  const usual = meanOf((figure) => figure.usual);
  const next = emptyFigure(slots).next;
  for (let i = 0; i < HORIZONS; i += 1) {
    const kind = hasDay(own.holidays, i) ? WEEKDAYS : daysSinceMonday(own.fromDay + i);
    const from = kind * slots;
    next.set(usual.subarray(from, from + slots), i * slots);
  }
  const spread = meanOf((figure) => figure.spread).map((each) => BORROWED_SPREAD * each);
  const season = meanOf((figure) => figure.season);
  const shares = { slots, next, usual, season, spread, lows, highs, together };
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
