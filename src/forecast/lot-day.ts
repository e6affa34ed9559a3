import { millisecondsInDay } from 'date-fns/constants';
import { hasDay } from '../day-set.ts';
import { daysSinceMonday } from '../days.ts';
import { CALENDAR_DAYS, HORIZONS, MONTHS, SHARE_SLOTS, WEEKDAYS } from './lot-forecast.ts';
import {
  BOUND_MIN,
  BOUND_STEP,
  FACTOR_STEP,
  LAYOUT,
  PART_STEP,
  SEASON_STEP,
  SHARE_STEP,
  SPREAD_STEP,
} from './packed-forecast.ts';
import { stepAt } from './tape.ts';

const UNUSUAL_BYTES = 4;

/** The 80 % interval of a forecast in spreads, and how far errors of lots are the same. */
export type Bounds = { low: number; high: number; together: number };

/** What is expected of one figure on one day: slot by slot, NaN where nothing is known. */
export type DayFigure = { values: Float32Array; spread: Float32Array; bounds: Bounds };

export type LotDay = {
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
    shares: figure(SHARE_SLOTS),
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
  const day = Math.floor(slot / SHARE_SLOTS);
  const slotOfDay = slot - day * SHARE_SLOTS;
  const ahead = day - ((bytes[LAYOUT.fromDay] ?? 0) | ((bytes[LAYOUT.fromDay + 1] ?? 0) << 8));
  if (ahead >= 0 && ahead < HORIZONS) {
    if (hasDay(bytes, ahead, LAYOUT.closed)) return 0;
    return stepAt(bytes, LAYOUT.shares.next + ahead * SHARE_SLOTS + slotOfDay, SHARE_STEP);
  }
  return readLotDay(bytes, day, dayRead)
    ? (dayRead.shares.values[slotOfDay] ?? Number.NaN)
    : Number.NaN;
}

type FigureLayout = (typeof LAYOUT)['shares'];
type When = { ahead: number; usualDay: number; month: number; factor: number };

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
  const isHoliday = hasDay(bytes, ahead, LAYOUT.holidays);
  const unusual = ahead < HORIZONS ? undefined : findUnusual(bytes, view, ahead);
  const when = {
    ahead,
    usualDay: isHoliday ? WEEKDAYS : daysSinceMonday(day),
    month: new Date(day * millisecondsInDay).getUTCMonth(),
  };
  readShares(bytes, { ...when, factor: unusual?.share ?? 1 }, out.shares);
  const daily = { ...when, factor: unusual?.daily ?? 1 };
  readDaily(bytes, view, LAYOUT.sessions, daily, out.sessions);
  readDaily(bytes, view, LAYOUT.revenueMinor, daily, out.revenueMinor);
  if (!out.isClosed) return true;
  for (const { values, spread } of [out.shares, out.sessions, out.revenueMinor]) {
    values.fill(0);
    spread.fill(0);
  }
  return true;
}

function readShares(bytes: Uint8Array, when: When, { values, spread, bounds }: DayFigure): void {
  const { next, usual, spread: spreadAt } = LAYOUT.shares;
  const isNext = when.ahead < HORIZONS;
  const from = isNext ? next + when.ahead * SHARE_SLOTS : usual + when.usualDay * SHARE_SLOTS;
  const factor = isNext ? 1 : when.factor * seasonAt(bytes, LAYOUT.shares, when.month);
  for (let slot = 0; slot < SHARE_SLOTS; slot += 1) {
    values[slot] = Math.min(1, factor * stepAt(bytes, from + slot, SHARE_STEP));
    spread[slot] = stepAt(bytes, spreadAt + slot, SPREAD_STEP);
  }
  readBounds(bytes, LAYOUT.shares, when.ahead, bounds);
}

function readDaily(
  bytes: Uint8Array,
  view: DataView,
  layout: FigureLayout,
  when: When,
  { values, spread, bounds }: DayFigure,
): void {
  const isNext = when.ahead < HORIZONS;
  const at = isNext ? layout.next + 4 * when.ahead : layout.usual + 4 * when.usualDay;
  // The season is one of square roots, as all that is learnt of daily figures.
  const factor = isNext ? 1 : when.factor * seasonAt(bytes, layout, when.month) ** 2;
  values[0] = factor * view.getFloat32(at, true);
  spread[0] = view.getFloat32(layout.spread, true);
  readBounds(bytes, layout, when.ahead, bounds);
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
