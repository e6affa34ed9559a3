import { hasDay } from '../time/day-set.ts';
import { type DayForecast, emptyDayForecast, forecastDay, learnOwn } from './day-forecast.ts';
import { type DayCurve, firstKnownDay, HALF_HOURS } from './history/day-curve.ts';
import { FIGURES, type FigureName, type LotDayCurves } from './history/lot-day-curves.ts';
import type { LotHistory } from './history/lot-history.ts';
import { readProfile } from './history/profile.ts';
import { multiplierOf } from './history/unusual-days.ts';
import { emptyFigure, type Figure, HORIZONS, type LotForecast, WEEKDAYS } from './lot-forecast.ts';
import { emptyForecast } from './packed-forecast.ts';
import { KNOWN_DAYS_MIN, type SharedParameter } from './pool.ts';
import { seasonOf } from './season.ts';
import { intervalsOf, learnWidth, unitsOf } from './width.ts';
import { holidaysAfter, unusualAfter } from './year-ahead.ts';

/** The last days whose forecasts are scored for `backtest`. */
const SCORED_DAYS = 28;
const SUNDAY = 6;

/** What lots have in common before each day, for each figure. */
export type SharedParameters = Readonly<Record<FigureName, readonly SharedParameter[]>>;

export type Ahead = {
  /** Bit i: the i-th day after the history, on which the lot is closed all day. */
  closed: Uint8Array;
  /** Spaces that are held already, for each half hour of the next HORIZONS days. */
  heldSpaces: Float32Array;
};

/**
 * Called with the forecast of each day of the history, made from the days before it. The forecast
 * is valid during the call.
 */
type OnDay = (
  figure: FigureName,
  day: number,
  forecast: DayForecast,
  known: SharedParameter,
) => void;

/**
 * Goes through the history of one lot, and forecasts each day from those before it. Afterwards the
 * day curves contain all that was learnt.
 */
export function replay(
  dayCurves: LotDayCurves,
  sharedParameters: SharedParameters,
  days: number,
  onDay: OnDay,
): void {
  for (const figure of FIGURES) {
    const dayCurve = dayCurves[figure];
    const forecast = emptyDayForecast(dayCurve.slots);
    for (let day = firstKnownDay(dayCurve, days); day < days; day += 1) {
      const known = commonAt(sharedParameters, figure, day);
      const weights = known.weights[0] ?? new Float64Array();
      forecastDay(dayCurve, { day, horizon: 1 }, weights, forecast);
      onDay(figure, day, forecast, known);
      if (dayCurve.knownDays >= KNOWN_DAYS_MIN) learnWidth(dayCurve, day, forecast.values, known);
      learnOwn(dayCurve, day, forecast);
    }
  }
}

function commonAt(
  sharedParameters: SharedParameters,
  figure: FigureName,
  day: number,
): SharedParameter {
  const common = sharedParameters[figure][day] ?? sharedParameters[figure].at(-1);
  if (common === undefined) throw new Error(`nothing is known of the ${figure} of lots`);
  return common;
}

/** Forecasts the year after the history of a lot. Nothing in it is below 0 or above capacity. */
export function fitLot(
  history: LotHistory,
  dayCurves: LotDayCurves,
  sharedParameters: SharedParameters,
  ahead: Ahead,
): LotForecast {
  const { days, firstDay } = history;
  const backtest = { errorSum: 0, cells: 0, days: 0, insideCount: 0 };
  replay(dayCurves, sharedParameters, days, (figure, day, forecast, known) => {
    if (figure === 'shares' && day >= days - SCORED_DAYS)
      addScore(backtest, dayCurves.shares, day, forecast, known);
  });
  const figureOf = (name: FigureName) =>
    forecastFigure(dayCurves[name], commonAt(sharedParameters, name, days), { firstDay, days });
  const shares = figureOf('shares');
  const [sessions, revenueMinor] = [figureOf('sessions'), figureOf('revenueMinor')];
  for (const figure of [sessions, revenueMinor])
    for (const values of [figure.next, figure.usual]) values.set(values.map((root) => root ** 2));
  holdSpaces(shares, ahead.heldSpaces, history.spaces);
  for (const figure of [shares, sessions, revenueMinor]) closeDays(figure, ahead.closed);
  return {
    ...emptyForecast(),
    fromDay: firstDay + days,
    spaces: history.spaces,
    hasHistory: dayCurves.shares.knownDays >= KNOWN_DAYS_MIN,
    hasStays: history.hasStays && dayCurves.sessions.knownDays >= KNOWN_DAYS_MIN,
    shares,
    sessions,
    revenueMinor,
    closed: ahead.closed,
    holidays: holidaysAfter(dayCurves.shares, days),
    unusual: unusualAfter(dayCurves, days),
    carry: Float32Array.from(commonAt(sharedParameters, 'shares', days).carry),
    backtest,
  };
}

function addScore(
  score: LotForecast['backtest'] & { insideCount: number },
  dayCurve: DayCurve,
  day: number,
  forecast: DayForecast,
  known: SharedParameter,
): void {
  const { lows, highs } = intervalsOf(dayCurve, forecast.values, known);
  let cells = 0;
  for (let slot = 0; slot < HALF_HOURS; slot += 1) {
    const truth = dayCurve.values[day * HALF_HOURS + slot] ?? Number.NaN;
    const miss = truth - (forecast.values[slot] ?? 0);
    if (Number.isNaN(miss)) continue;
    score.errorSum += Math.abs(miss);
    if (truth >= (lows[slot] ?? 0) && truth <= (highs[slot] ?? 0)) score.insideCount += 1;
    cells += 1;
  }
  score.cells += cells;
  score.days += cells > 0 ? 1 : 0;
}

function forecastFigure(
  dayCurve: DayCurve,
  common: SharedParameter,
  { firstDay, days }: { firstDay: number; days: number },
): Figure {
  const figure = emptyFigure(dayCurve.slots);
  if (dayCurve.knownDays > 0) forecastDays(figure, dayCurve, common, { firstDay, days });
  figure.spread.set(unitsOf(dayCurve, common.widths));
  figure.lows.set([...common.lows, common.lows.at(-1) ?? 0]);
  figure.highs.set([...common.highs, common.highs.at(-1) ?? 0]);
  figure.together = common.together;
  return figure;
}

/** Writes what single days and usual ones are expected to be, and months in relation to these. */
function forecastDays(
  figure: Figure,
  dayCurve: DayCurve,
  common: SharedParameter,
  { firstDay, days }: { firstDay: number; days: number },
): void {
  const { slots, profile, onHolidays } = dayCurve;
  const forecast = emptyDayForecast(slots);
  for (let i = 0; i < HORIZONS; i += 1) {
    const weights = common.weights[i] ?? new Float64Array();
    forecastDay(dayCurve, { day: days + i, horizon: i + 1 }, weights, forecast);
    figure.next.set(forecast.values, i * slots);
  }
  const base = new Float32Array(slots);
  for (let weekday = 0; weekday < WEEKDAYS; weekday += 1) {
    readProfile(profile, profile.chosen, weekday, base);
    figure.usual.set(base, weekday * slots);
  }
  readProfile(profile, profile.chosen, SUNDAY, base);
  const onHoliday = base.map((value) => Math.min(dayCurve.most, value * multiplierOf(onHolidays)));
  figure.usual.set(onHoliday, WEEKDAYS * slots);
  for (let i = 0; i < figure.next.length; i += 1)
    // A half hour that was never measured is not forecast.
    if (Number.isNaN(figure.usual[i % slots] ?? Number.NaN)) figure.next[i] = Number.NaN;
  figure.season = seasonOf(dayCurve, firstDay, days);
}

/** What is held is taken, whatever was expected. */
export function holdSpaces({ next }: Figure, held: Float32Array, spaces: number): void {
  for (let i = 0; i < next.length; i += 1) {
    const least = Math.min(1, (held[i] ?? 0) / spaces);
    if (least > 0) next[i] = Math.max(least, next[i] || 0);
  }
}

/** No stays and no revenue on days on which the lot is closed all day. */
export function closeDays({ next, slots }: Figure, closed: Uint8Array): void {
  for (let i = 0; i < HORIZONS; i += 1)
    if (hasDay(closed, i)) next.fill(0, i * slots, (i + 1) * slots);
}
