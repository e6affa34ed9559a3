/** How many days ahead single days are forecast. */
export const HORIZONS = 14;
/** Days for which a lot is forecast: a year, and some more because it may be from yesterday. */
export const CALENDAR_DAYS = 368;
export const WEEKDAYS = 7;
export const MONTHS = 12;
/** How far ahead a nowcast looks, in half hours: 30 minutes, 1 and 2 hours. */
export const NOWCAST_SLOTS = [1, 2, 4] as const;

/**
 * Forecasts of one figure: for each of the next days, and for later days those of their weekday or
 * of a public holiday. NaN: not known.
 */
export type Figure = {
  /** 48 for half hours, 1 for days. */
  slots: number;
  /** HORIZONS days. */
  next: Float32Array;
  /** Monday to Sunday, then a public holiday. */
  usual: Float32Array;
  /** What each month is to the present level, January first; 1: nothing is known. */
  season: Float32Array;
  /**
   * The unit of intervals, for each slot: how large errors usually are. Of shares; of sessions and
   * revenue, it is of their square roots.
   */
  spread: Float32Array;
  /** The 80 % interval in that unit: HORIZONS days ahead, and further. */
  lows: Float32Array;
  highs: Float32Array;
  /** 0 to 1: how far errors of lots near each other are the same. */
  together: number;
};

/** A day on which something happens near the lot, and what it does to occupancy and to stays. */
export type UnusualDay = { ahead: number; share: number; daily: number };

/** What the next year is expected to be like at one lot. */
export type LotForecast = {
  /** The first forecast day by the lot's wall clock, counted from 1970-01-01. */
  fromDay: number;
  spaces: number;
  /** Whether it was learnt from the lot itself; otherwise from lots like it nearby. */
  hasHistory: boolean;
  /** Whether sessions and revenue were learnt from stays on the lot. */
  hasStays: boolean;
  shares: Figure;
  sessions: Figure;
  revenueMinor: Figure;
  /** Bit `i` is the day `fromDay + i`: closed all day; a public holiday. */
  closed: Uint8Array;
  holidays: Uint8Array;
  unusual: readonly UnusualDay[];
  /** How much of a difference from the forecast remains after each of NOWCAST_SLOTS. */
  carry: Float32Array;
  /**
   * What the forecasts of the last days were off by: the sum over half hours, and their number.
   * `insideCount` of them were inside their intervals; null: nobody counted.
   */
  backtest: { errorSum: number; cells: number; days: number; insideCount: number | null };
};

export function emptyFigure(slots: number): Figure {
  return {
    slots,
    next: new Float32Array(HORIZONS * slots).fill(Number.NaN),
    usual: new Float32Array((WEEKDAYS + 1) * slots).fill(Number.NaN),
    season: new Float32Array(MONTHS).fill(1),
    spread: new Float32Array(slots).fill(Number.NaN),
    lows: new Float32Array(HORIZONS + 1),
    highs: new Float32Array(HORIZONS + 1),
    together: 0,
  };
}
