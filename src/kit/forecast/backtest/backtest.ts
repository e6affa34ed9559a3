import type { DayForecast } from '../day-forecast.ts';
import { replay, type SharedParameters } from '../fit-lot.ts';
import { type DayCurve, HALF_HOURS } from '../history/day-curve.ts';
import type { FigureName, LotDayCurves } from '../history/lot-day-curves.ts';
import type { LotHistory } from '../history/lot-history.ts';
import { NOWCAST_SLOTS } from '../lot-forecast.ts';
import { nowcastShare } from '../nowcast.ts';
import type { SharedParameter } from '../pool.ts';
import { intervalsOf } from '../width.ts';
import { holtWinters, seasonalNaive } from './baselines.ts';
import {
  addDay,
  addScore,
  mean,
  meanErrors,
  noScore,
  type Predicted,
  type Score,
} from './scores.ts';

const WEEK = 7;
const HALF_HOUR_MINUTES = 30;

/** Scores of the model and of what it is compared with, over shares and over daily figures. */
type LotScores = {
  shares: Score;
  seasonalNaive: Score;
  holtWinters: Score;
  /** Of shares, one for each of NOWCAST_SLOTS ahead within a day. */
  nowcasts: readonly Score[];
  sessions: Score;
  sessionsNaive: Score;
  revenueMinor: Score;
  revenueNaive: Score;
};

export function noScores(): LotScores {
  return {
    shares: noScore(),
    seasonalNaive: noScore(),
    holtWinters: noScore(),
    nowcasts: NOWCAST_SLOTS.map(noScore),
    sessions: noScore(),
    sessionsNaive: noScore(),
    revenueMinor: noScore(),
    revenueNaive: noScore(),
  };
}

/** One half hour of a lot as it was forecast the evening before, and as it was. */
export type ScoredDay = { day: number; measured: Float32Array; predicted: readonly Predicted[] };

/**
 * Scores the forecasts of the days of one lot from `from` on (a position in its history), each made
 * at the end of the day before. `onDay` is called with each of those days.
 */
export function scoreLot(
  history: LotHistory,
  dayCurves: LotDayCurves,
  sharedParameters: SharedParameters,
  from: number,
  onDay: (day: ScoredDay) => void = () => undefined,
): LotScores {
  const scores = noScores();
  const { days, shares, sessions, revenueMinor } = history;
  replay(dayCurves, sharedParameters, days, (figure, day, forecast, known) => {
    if (day < from) return;
    const predicted = predictedOf(figure, dayCurves[figure], forecast, known);
    const slots = predicted.length;
    const measured = history[figure].subarray(day * slots, (day + 1) * slots);
    addDay(scores[figure], measured, predicted);
    if (figure !== 'shares') return;
    addNowcasts(scores.nowcasts, measured, predicted, known);
    onDay({ day, measured, predicted });
  });
  const naive = seasonalNaive(shares, days);
  const smoothed = holtWinters(shares, days);
  for (let day = from; day < days; day += 1) {
    const at = day * HALF_HOURS;
    const measured = shares.subarray(at, at + HALF_HOURS);
    addDay(scores.seasonalNaive, measured, toPredicted(naive.subarray(at, at + HALF_HOURS)));
    addDay(scores.holtWinters, measured, toPredicted(smoothed.subarray(at, at + HALF_HOURS)));
    addWeekBefore(scores.sessionsNaive, sessions, day);
    addWeekBefore(scores.revenueNaive, revenueMinor, day);
  }
  return scores;
}

/** The forecast with its interval, in the units of the history; NaN where nothing is known. */
function predictedOf(
  figure: FigureName,
  dayCurve: DayCurve,
  { values }: DayForecast,
  known: SharedParameter,
): Predicted[] {
  const { lows, highs } = intervalsOf(dayCurve, values, known);
  const back = (value = Number.NaN) => (figure === 'shares' ? value : value ** 2);
  return Array.from(values, (value, slot) => ({
    value: back(value),
    low: back(lows[slot]),
    high: back(highs[slot]),
  }));
}

/** From each half hour on that was measured, with what was known of lots the evening before. */
function addNowcasts(
  scores: readonly Score[],
  measured: Float32Array,
  predicted: readonly Predicted[],
  { carry }: SharedParameter,
): void {
  for (const [i, ahead] of NOWCAST_SLOTS.entries()) {
    const nowcasts = predicted.map((then, slot): Predicted => {
      const now = measured[slot - ahead] ?? Number.NaN;
      const forNow = predicted[slot - ahead]?.value ?? Number.NaN;
      return { value: nowcastShare(now, { forNow, forThen: then.value }, carry[i] ?? 0) };
    });
    addDay(scores[i] ?? noScore(), measured, nowcasts);
  }
}

function toPredicted(values: Float32Array): Predicted[] {
  return Array.from(values, (value) => ({ value }));
}

function addWeekBefore(score: Score, values: Float32Array, day: number): void {
  const before = values[day - WEEK] ?? Number.NaN;
  addDay(score, [values[day] ?? Number.NaN], [{ value: Number.isNaN(before) ? 0 : before }]);
}

/** What `hexlot backtest` prints; shares are of 0 to 1, revenue is in minor units. */
export function describeScores(scores: LotScores) {
  const daily = (score: Score, naive: Score) => ({
    days: score.cells,
    mae: mean(score.errorSum, score.cells),
    coverage_80: mean(score.insideCount, score.cells),
    baselines: { seasonal_naive: { mae: mean(naive.errorSum, naive.cells) } },
  });
  const { shares } = scores;
  const coverage = mean(shares.insideCount, shares.cells);
  return {
    cells: shares.cells,
    ...meanErrors(shares),
    // As in answers of the API, and as it was called before there.
    coverage,
    coverage_80: coverage,
    baselines: {
      seasonal_naive: meanErrors(scores.seasonalNaive),
      holt_winters: meanErrors(scores.holtWinters),
    },
    nowcasts: NOWCAST_SLOTS.map((ahead, i) => ({
      minutes: ahead * HALF_HOUR_MINUTES,
      ...meanErrors(scores.nowcasts[i] ?? noScore()),
    })),
    sessions: daily(scores.sessions, scores.sessionsNaive),
    revenue_minor: daily(scores.revenueMinor, scores.revenueNaive),
  };
}

export function addScores(sum: LotScores, scores: LotScores): void {
  const { nowcasts, ...single } = sum;
  for (const name of Object.keys(single) as (keyof typeof single)[])
    addScore(sum[name], scores[name]);
  for (const [i, nowcast] of nowcasts.entries()) addScore(nowcast, scores.nowcasts[i] ?? noScore());
}
