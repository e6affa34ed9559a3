import { HALF_HOURS } from '../../kit/forecast/history/day-curve.ts';
import { type DayFigure, emptyLotDay, readLotDay } from '../../kit/forecast/lot-day.ts';
import { hasHistory, hasStays } from '../../kit/forecast/lot-facts.ts';
import {
  type Amount,
  addBounds,
  addUncertain,
  type BoundSums,
  noAmount,
  noBounds,
  type Uncertain,
  uncertainOf,
} from '../areas/amount.ts';
import { knownBeside } from '../areas/area-forecast.ts';
import type { OwnLot } from './own-forecasts.ts';

/** How long a vehicle is taken to stay where it is only known how many spaces are taken. */
export const STAY_HOURS = 2.5;
export const HOURS_PER_SLOT = 24 / HALF_HOURS;

/**
 * What is expected of some lots of one operator on one day, from their own past alone: from their
 * stays where there are any, else from how many of their spaces are taken and what they post.
 */
export type DaySums = {
  lotCount: number;
  /** Lots with anything known on the day, closed ones among them. */
  knownCount: number;
  /** Lots that are closed all day: none of their spaces is taken, and none can be. */
  closedCount: number;
  /** Slot by slot: SLOT_PARTS numbers, each HALF_HOURS after the previous one. */
  slots: Float64Array;
  bounds: BoundSums;
  sessions: Amount;
  /** Of lots priced in one currency, and how many of these have a known amount. */
  revenueMinor: Amount;
  revenueCount: number;
};

/** The numbers of each slot: spaces taken, spaces where that is known, errors, their squares. */
export const SLOT_PARTS = { occupied: 0, known: 1, errors: 2, squares: 3 } as const;

export function emptyDaySums(): DaySums {
  return {
    lotCount: 0,
    knownCount: 0,
    closedCount: 0,
    slots: new Float64Array(HALF_HOURS * Object.keys(SLOT_PARTS).length),
    bounds: noBounds(),
    sessions: noAmount(),
    revenueMinor: noAmount(),
    revenueCount: 0,
  };
}

const read = emptyLotDay();

/** Adds what is expected of a lot on a day, by its own wall clock. */
export function addLot(
  sums: DaySums,
  lot: OwnLot,
  { day, currency }: { day: number; currency: string },
): void {
  sums.lotCount += 1;
  if (!readLotDay(lot.bytes, day, read)) return;
  const isPricedSo = lot.currency === currency;
  if (read.isClosed) {
    sums.knownCount += 1;
    sums.closedCount += 1;
    if (isPricedSo) sums.revenueCount += 1;
    return;
  }
  // What it has from lots like it is the business of these.
  const spaces = hasHistory(lot.bytes) ? (lot.spaces ?? 0) : 0;
  const taken = addShares(sums, spaces, read.shares);
  const isSold = hasStays(lot.bytes);
  const sold = isSold ? uncertainOf(read.sessions) : undefined;
  if (taken === undefined && sold === undefined) return;
  sums.knownCount += 1;
  const visits = sold ?? times(taken, 1 / STAY_HOURS);
  if (visits !== undefined) addUncertain(sums.sessions, visits, spaces);
  if (!isPricedSo) return;
  const revenue = (isSold ? uncertainOf(read.revenueMinor) : undefined) ?? posted(lot, taken);
  if (revenue === undefined) return;
  addUncertain(sums.revenueMinor, revenue, spaces);
  sums.revenueCount += 1;
}

/** Returns the space-hours that are taken; undefined where nothing is known. */
function addShares(
  { slots, bounds }: DaySums,
  spaces: number,
  shares: DayFigure,
): Uncertain | undefined {
  if (spaces === 0) return undefined;
  const { values, spread } = shares;
  let [hours, errorHours, isKnown] = [0, 0, false];
  for (let slot = 0; slot < HALF_HOURS; slot += 1) {
    const known = knownBeside(values, slot);
    if (known < 0) continue;
    const occupied = (values[known] ?? 0) * spaces;
    const error = (spread[known] || 0) * spaces;
    hours += occupied * HOURS_PER_SLOT;
    errorHours += error * HOURS_PER_SLOT;
    if (known !== slot) continue;
    isKnown = true;
    addAt(slots, slot, occupied);
    addAt(slots, slot + HALF_HOURS, spaces);
    addAt(slots, slot + 2 * HALF_HOURS, error);
    addAt(slots, slot + 3 * HALF_HOURS, error * error);
  }
  if (!isKnown) return undefined;
  addBounds(bounds, shares.bounds, spaces);
  return { value: hours, error: errorHours, bounds: shares.bounds };
}

function addAt(slots: Float64Array, at: number, value: number): void {
  slots[at] = (slots[at] ?? 0) + value;
}

/** An hour of each taken space at the posted rate, at most a day of each space. */
function posted(lot: OwnLot, taken: Uncertain | undefined): Uncertain | undefined {
  const { spaces, postedHourly, postedDaily } = lot;
  const byHour = postedHourly === null ? undefined : times(taken, postedHourly);
  if (byHour === undefined || postedDaily === null) return byHour;
  const most = (spaces ?? 0) * postedDaily;
  return byHour.value > most ? times(byHour, most / byHour.value) : byHour;
}

function times(some: Uncertain | undefined, factor: number): Uncertain | undefined {
  if (some === undefined) return undefined;
  return { ...some, value: factor * some.value, error: factor * some.error };
}
