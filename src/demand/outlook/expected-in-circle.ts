import { type Demand, demandScore } from '../areas/demand-score.ts';
import type { CircleForecast } from '../forecasts/circle-forecast.ts';
import { STAY_HOURS } from '../forecasts/day-sums.ts';
import {
  CERTAINLY_NONE,
  type Expected,
  type ExpectedFigures,
  wholeOf,
} from '../forecasts/expected-demand.ts';
import type { LotSums } from '../forecasts/lot-sums.ts';
import { type PerSpace, timesPerSpace } from '../forecasts/spoken.ts';
import type { Area } from '../rates/area.ts';
import type { CircleRate } from '../rates/circle-rate.ts';

/** `realised`: from what lots sell; `posted`: from how many spaces are taken and what lots post. */
type ExpectedBasis = 'realised' | 'posted';

/** What is expected in a circle; null: it is not known. */
export type CircleFigures = ExpectedFigures & {
  /** See demandScore, with the share that is expected to be taken. */
  score: Expected | null;
  basis: ExpectedBasis;
};

const UNKNOWN = { score: null, sessions: null, peakPct: null, revenueMinor: null };

/** Whether all lots of a circle are known to be closed all day. */
export function isAllClosed(lotCount: number, { closedCount, lotCount: seen }: LotSums): boolean {
  return closedCount > 0 && closedCount >= Math.max(lotCount, seen);
}

/** Areas speak for all spaces of the circle: those without a forecast are like the others. */
export function expectedInCircle(
  { demand, weight }: Pick<Area, 'demand' | 'weight'>,
  rate: CircleRate,
  { circle, isClosed }: { circle: CircleForecast | null; isClosed: boolean },
): CircleFigures {
  if (isClosed)
    return {
      score: scoreOf(demand, { value: 0, interval: { low: 0, high: 0 } }),
      sessions: CERTAINLY_NONE,
      peakPct: CERTAINLY_NONE,
      revenueMinor: CERTAINLY_NONE,
      basis: 'posted',
    };
  if (circle === null) return { ...UNKNOWN, basis: 'posted' };
  const { sessions, revenueMinor, peakPct, takenShare, takenHours } = circle;
  const visits = sessions ?? timesPerSpace(takenHours, 1 / STAY_HOURS);
  const revenue = revenueMinor ?? postedRevenue(takenHours, rate);
  return {
    score: scoreOf(demand, takenShare),
    sessions: totalOf(visits, weight),
    peakPct,
    revenueMinor: revenue === null ? null : totalOf(revenue, rate.weight),
    basis: sessions === null ? 'posted' : 'realised',
  };
}

/** The average rate for each hour that is taken, at most an average day; null: no rate is known. */
function postedRevenue(takenHours: PerSpace, { hourly, daily }: CircleRate): PerSpace | null {
  if (hourly === null) return null;
  const byHour = timesPerSpace(takenHours, hourly.average);
  const most = daily?.average ?? Infinity;
  return byHour.value > most ? timesPerSpace(byHour, most / byHour.value) : byHour;
}

function totalOf(perSpace: PerSpace, spaces: number): Expected {
  const { value, interval } = timesPerSpace(perSpace, spaces);
  return wholeOf(value, interval);
}

function scoreOf({ searchedShare }: Demand, { value, interval }: PerSpace): Expected {
  const at = (share: number) =>
    demandScore({ searchedShare, occupiedShare: Math.min(1, share) }) ?? 0;
  return wholeOf(at(value), { low: at(interval.low), high: at(interval.high) });
}

/** Why nothing is expected, in one sentence. */
export function reasonOf(
  { peakPct }: CircleFigures,
  lotCount: number,
  { closedCount, lotCount: seen, hoursUnknownCount }: LotSums,
): string | null {
  if (peakPct !== null) return null;
  const why =
    'how full lots will be is shown only for areas where 4 operators have a history; these have ' +
    'less than half of the spaces here, or too few of the operators';
  if (closedCount === 0) return `${why[0]?.toUpperCase()}${why.slice(1)}.`;
  const unknown = hoursUnknownCount + Math.max(0, lotCount - seen);
  const others = unknown === 0 ? '' : `, of ${unknown} the opening hours are not known`;
  return `${closedCount} of ${lotCount} lots are closed on this day${others}, and ${why}.`;
}
