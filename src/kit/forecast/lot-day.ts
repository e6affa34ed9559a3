import { millisecondsInDay } from 'date-fns/constants';
import { hasDay } from '../time/day-set.ts';
import { daysSinceMonday } from '../time/days.ts';
import { stepAt, stepTable } from './byte-codec.ts';
import { HALF_HOURS } from './history/day-curve.ts';
import { CALENDAR_DAYS, HORIZONS, MONTHS, WEEKDAYS } from './lot-forecast.ts';
import {
  BOUND_MIN,
  BOUND_STEP,
  FACTOR_STEP,
  LAYOUT,
  PART_STEP,
  SEASON_STEP,
  SHARE_STEP,
  SPREAD_STEP,
  UNUSUAL_BYTES,
} from './packed-forecast.ts';

const SHARES = stepTable(SHARE_STEP);
const SPREADS = stepTable(SPREAD_STEP);

/** The 80 % interval of a forecast in spreads, and how far errors of lots are the same. */
export type Bounds = { low: number; high: number; together: number };

/** What is expected of one figure on one day: slot by slot, NaN where nothing is known. */
export type DayFigure = { values: Float32Array; spread: Float32Array; bounds: Bounds };

type LotDay = {
  spaces: number;
  isClosed: boolean;
  shares: DayFigure;
  sessions: DayFigure;
  revenueMinor: DayFigure;
};

/** To be filled by readLotDay, again and again. */
export function emptyLotDay(): LotDay {
  const figure = (slots: number): DayFigure => ({
    values: new Float32Array(slots),
    spread: new Float32Array(slots),
    bounds: { low: 0, high: 0, together: 0 },
  });
  return {
    spaces: 0,
    isClosed: false,
    shares: figure(HALF_HOURS),
    sessions: figure(1),
    revenueMinor: figure(1),
  };
}

/** A day that is read again and again, for shareAt. */
const dayRead = emptyLotDay();

/**
 * The share that is expected in one half hour of the lot's wall clock, counted from 1970-01-01;
 * NaN where nothing is known. For the next days it is read without the rest of its day.
 */
export function shareAt(bytes: Uint8Array, slot: number): number {
  const day = Math.floor(slot / HALF_HOURS);
  const slotOfDay = slot - day * HALF_HOURS;
  const ahead = day - ((bytes[LAYOUT.fromDay] ?? 0) | ((bytes[LAYOUT.fromDay + 1] ?? 0) << 8));
  if (ahead >= 0 && ahead < HORIZONS) {
    if (hasDay(bytes, ahead, LAYOUT.closed)) return 0;
    return stepAt(bytes, LAYOUT.shares.next + ahead * HALF_HOURS + slotOfDay, SHARE_STEP);
  }
  return readLotDay(bytes, day, dayRead)
    ? (dayRead.shares.values[slotOfDay] ?? Number.NaN)
    : Number.NaN;
}

type FigureLayout = (typeof LAYOUT)['shares'];
/** What is usual on a day that is not forecast by itself, and what is not usual about it. */
type Usual = { day: number; month: number; shareFactor: number; dailyFactor: number };

/**
 * Reads one day (by the lot's wall clock, counted from 1970-01-01) of a packed forecast into `out`.
 * False for a day before the forecast or more than a year after it.
 */
export function readLotDay(bytes: Uint8Array, day: number, out: LotDay): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ahead = day - view.getUint16(LAYOUT.fromDay, true);
  if (ahead < 0 || ahead >= CALENDAR_DAYS) return false;
  out.spaces = view.getUint32(LAYOUT.spaces, true);
  out.isClosed = hasDay(bytes, ahead, LAYOUT.closed);
  const usual = ahead < HORIZONS ? undefined : usualOn(day, ahead, view, bytes);
  readShares(bytes, ahead, usual, out.shares);
  for (const name of ['sessions', 'revenueMinor'] as const)
    readDaily(bytes, view, LAYOUT[name], ahead, usual, out[name]);
  if (!out.isClosed) return true;
  for (const { values, spread } of [out.shares, out.sessions, out.revenueMinor]) {
    values.fill(0);
    spread.fill(0);
  }
  return true;
}

function usualOn(day: number, ahead: number, view: DataView, bytes: Uint8Array): Usual {
  const isHoliday = hasDay(bytes, ahead, LAYOUT.holidays);
  const unusual = findUnusual(bytes, view, ahead);
  return {
    day: isHoliday ? WEEKDAYS : daysSinceMonday(day),
    month: new Date(day * millisecondsInDay).getUTCMonth(),
    shareFactor: unusual?.share ?? 1,
    dailyFactor: unusual?.daily ?? 1,
  };
}

function readShares(
  bytes: Uint8Array,
  ahead: number,
  usual: Usual | undefined,
  { values, spread, bounds }: DayFigure,
): void {
  const { shares } = LAYOUT;
  const from =
    usual === undefined ? shares.next + ahead * HALF_HOURS : shares.usual + usual.day * HALF_HOURS;
  const factor = usual === undefined ? 1 : usual.shareFactor * seasonAt(bytes, shares, usual.month);
  for (let slot = 0; slot < HALF_HOURS; slot += 1) {
    const share = SHARES[bytes[from + slot] ?? 0] ?? Number.NaN;
    values[slot] = Math.min(1, factor * share);
    spread[slot] = SPREADS[bytes[shares.spread + slot] ?? 0] ?? Number.NaN;
  }
  readBounds(bytes, shares, ahead, bounds);
}

function readDaily(
  bytes: Uint8Array,
  view: DataView,
  layout: FigureLayout,
  ahead: number,
  usual: Usual | undefined,
  { values, spread, bounds }: DayFigure,
): void {
  const at = usual === undefined ? layout.next + 4 * ahead : layout.usual + 4 * usual.day;
  // The season is one of square roots, as all that is learnt of daily figures.
  const factor =
    usual === undefined ? 1 : usual.dailyFactor * seasonAt(bytes, layout, usual.month) ** 2;
  values[0] = factor * view.getFloat32(at, true);
  spread[0] = view.getFloat32(layout.spread, true);
  readBounds(bytes, layout, ahead, bounds);
}

function seasonAt(bytes: Uint8Array, { season }: FigureLayout, month: number): number {
  return stepAt(bytes, season + month, SEASON_STEP);
}

function readBounds(
  bytes: Uint8Array,
  { season }: FigureLayout,
  ahead: number,
  bounds: Bounds,
): void {
  const at = season + MONTHS;
  const count = HORIZONS + 1;
  const place = Math.min(ahead, HORIZONS);
  bounds.low = stepAt(bytes, at + place, BOUND_STEP) + BOUND_MIN;
  bounds.high = stepAt(bytes, at + count + place, BOUND_STEP) + BOUND_MIN;
  bounds.together = stepAt(bytes, at + 2 * count, PART_STEP);
}

function findUnusual(bytes: Uint8Array, view: DataView, ahead: number) {
  const count = bytes[LAYOUT.unusual] ?? 0;
  for (let i = 0; i < count; i += 1) {
    const at = LAYOUT.unusual + 1 + i * UNUSUAL_BYTES;
    if (view.getUint16(at, true) === ahead)
      return {
        share: stepAt(bytes, at + 2, FACTOR_STEP),
        daily: stepAt(bytes, at + 3, FACTOR_STEP),
      };
  }
  return undefined;
}
