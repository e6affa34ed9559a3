import { cleanCounts, effectiveSpaces } from './clean-counts.ts';
import { HALF_HOURS } from './day-curve.ts';
import { type LocalSlots, localSlots } from './local-slots.ts';
import type { CountedDay, OpenStay, UsedDay } from './lot-days.ts';

const HALF_HOUR_SECONDS = 1_800;
/** Half hours are around their beginnings, so they begin a quarter of an hour before them. */
const LEAD_SECONDS = 900;
/** A lot that was counted on so many of its last days is described by its counts alone. */
const COUNTED_DAYS_MIN = 7;
const COUNTED_DAYS_WINDOW = 28;

/** What was measured at a lot on its local days, from `firstDay` on; NaN: not known. */
export type LotHistory = {
  firstDay: number;
  days: number;
  /** As stated, or as counts tell where they are clearly above that. */
  spaces: number;
  isCounted: boolean;
  /** Whether any stay began there. */
  hasStays: boolean;
  /** Occupied shares of half hours. */
  shares: Float32Array;
  /** Stays that began on each day, and what was paid for those that ended on it. */
  sessions: Float32Array;
  revenueMinor: Float32Array;
};

export type HistorySpan = {
  /** Local days. Those from `days` on are left out: they are not over. */
  firstDay: number;
  days: number;
  /** Properties of the lot itself are read off days before this one (a position). */
  judgedBefore: number;
  nowSecond: number;
};

type StatedLot = { timezone: string; spaces: number; currency: string };

/** Takes in what the warehouse knows of one lot. */
type HistoryBuilder = {
  onCounts(day: CountedDay): void;
  onUse(day: UsedDay): void;
  onOpenStay(stay: OpenStay): void;
  finish(): LotHistory;
};

export function buildHistory(lot: StatedLot, span: HistorySpan): HistoryBuilder {
  const { firstDay, days } = span;
  const size = days * HALF_HOURS;
  // Of most lots of a large city nothing is known, so there are none until there is anything.
  let counts: Float32Array | undefined;
  let seconds: Float32Array | undefined;
  const sessions = new Float32Array(days);
  const revenueMinor = new Float32Array(days);
  // A day more on each side, because zones differ by that much from UTC.
  const local = localSlots(lot.timezone, firstDay - 1, days + 2);
  const placeOf = (number: number) =>
    (local.slots[number - local.first] ?? Number.NEGATIVE_INFINITY) - firstDay * HALF_HOURS;
  const isWithin = (place: number) => place >= 0 && place < size;

  function each(day: CountedDay | UsedDay, take: (place: number, i: number) => void): void {
    for (const [i, half] of day.halfHours.entries()) {
      const place = placeOf(day.day * HALF_HOURS + half);
      if (isWithin(place)) take(place, i);
    }
  }

  return {
    onCounts(day) {
      counts ??= new Float32Array(size).fill(Number.NaN);
      const all = counts;
      each(day, (place, i) => {
        const count = day.occupied[i] ?? Number.NaN;
        const known = all[place] ?? Number.NaN;
        // Two lie in one when clocks go back, and are told in any order.
        all[place] = Number.isNaN(known) ? count : Math.max(known, count);
      });
    },
    onUse(day) {
      seconds ??= new Float32Array(size);
      const all = seconds;
      each(day, (place, i) => {
        all[place] = (all[place] ?? 0) + (day.occupiedSeconds[i] ?? 0);
        add(sessions, place, day.started[i] ?? 0);
        if (day.currency === lot.currency) add(revenueMinor, place, day.revenueMinor[i] ?? 0);
      });
    },
    onOpenStay({ startedSecond }) {
      seconds ??= new Float32Array(size);
      const from = startedSecond + LEAD_SECONDS;
      const to = span.nowSecond + LEAD_SECONDS;
      for (let number = Math.floor(from / HALF_HOUR_SECONDS); number * HALF_HOUR_SECONDS < to; ) {
        const begin = Math.max(from, number * HALF_HOUR_SECONDS);
        number += 1;
        const place = placeOf(number - 1);
        if (isWithin(place))
          seconds[place] = (seconds[place] ?? 0) + Math.min(to, number * HALF_HOUR_SECONDS) - begin;
      }
    },
    finish: () => finish(lot, span, { counts, seconds, sessions, revenueMinor, local }),
  };
}

function add(sums: Float32Array, place: number, value: number): void {
  const day = Math.floor(place / HALF_HOURS);
  sums[day] = (sums[day] ?? 0) + value;
}

type Gathered = {
  /** Of half hours; undefined: nothing is known of any. */
  counts: Float32Array | undefined;
  seconds: Float32Array | undefined;
  sessions: Float32Array;
  revenueMinor: Float32Array;
  local: LocalSlots;
};

function finish(lot: StatedLot, span: HistorySpan, gathered: Gathered): LotHistory {
  const { firstDay, days } = span;
  const { counts, seconds, sessions, revenueMinor, local } = gathered;
  const counted = counts && occupiedByCounts(counts, lot.spaces, span.judgedBefore);
  const spaces = counted?.spaces ?? lot.spaces;
  const isCounted = counted?.shares !== undefined;
  const shares =
    counted?.shares ??
    (seconds && sharesOfStays(seconds, spaces, local, firstDay)) ??
    new Float32Array(days * HALF_HOURS).fill(Number.NaN);
  const firstStart = firstAbove0(sessions);
  for (const sums of [sessions, revenueMinor])
    sums.fill(Number.NaN, 0, firstStart < 0 ? days : firstStart);
  const hasStays = firstStart >= 0;
  return { firstDay, days, spaces, isCounted, hasStays, shares, sessions, revenueMinor };
}

/**
 * What counts tell of the spaces, and, where there are enough of them, of how many are occupied.
 * Cleans the counts.
 */
function occupiedByCounts(counts: Float32Array, stated: number, judgedBefore: number) {
  const spaces = effectiveSpaces(stated, counts, judgedBefore * HALF_HOURS);
  cleanCounts(counts, spaces);
  const isCounted = countedDays(counts, judgedBefore) >= COUNTED_DAYS_MIN;
  const shares = isCounted ? counts.map((count) => Math.min(1, count / spaces)) : undefined;
  return { spaces, shares };
}

/** The position of the first value above 0; -1: there is none. */
function firstAbove0(values: Float32Array): number {
  for (let place = 0; place < values.length; place += 1) if ((values[place] ?? 0) > 0) return place;
  return -1;
}

function countedDays(counts: Float32Array, before: number): number {
  let found = 0;
  for (let day = Math.max(0, before - COUNTED_DAYS_WINDOW); day < before; day += 1)
    if (counts.subarray(day * HALF_HOURS, (day + 1) * HALF_HOURS).some((c) => !Number.isNaN(c)))
      found += 1;
  return found;
}

/** Of half hours from the first stay on; NaN in those that the clock jumps over. */
function sharesOfStays(
  seconds: Float32Array,
  spaces: number,
  { slots }: LocalSlots,
  firstDay: number,
): Float32Array {
  const shares = new Float32Array(seconds.length).fill(Number.NaN);
  const firstUse = firstAbove0(seconds);
  if (firstUse < 0) return shares;
  const lengths = new Float32Array(seconds.length);
  for (const slot of slots) {
    const place = slot - firstDay * HALF_HOURS;
    if (place >= 0 && place < lengths.length) lengths[place] = (lengths[place] ?? 0) + 1;
  }
  for (let place = firstUse; place < seconds.length; place += 1) {
    const length = (lengths[place] ?? 0) * HALF_HOUR_SECONDS * spaces;
    if (length > 0) shares[place] = Math.min(1, (seconds[place] ?? 0) / length);
  }
  return shares;
}
