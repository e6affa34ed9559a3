import { addBacktests, type BacktestSum, noBacktest } from '../forecast/backtest-sum.ts';
import { HALF_HOURS } from '../forecast/course.ts';
import { type DayFigure, emptyLotDay, readLotDay } from '../forecast/lot-day.ts';
import { addBacktest, hasHistory, hasStays } from '../forecast/lot-facts.ts';
import {
  type Amount,
  addAmount,
  addBoundSums,
  addBounds,
  addUncertain,
  type BoundSums,
  noAmount,
  noBounds,
  type Uncertain,
} from './amount.ts';
import type { ForecastLot } from './forecast-lot.ts';
import { addContributors } from './votes.ts';

/** How long a vehicle is taken to stay where it is only known how many spaces are taken. */
export const STAY_HOURS = 2.5;
const HOURS_PER_SLOT = 24 / HALF_HOURS;

/**
 * A figure by what lots sell (where that is known), and by how many of their spaces are taken and
 * what they post.
 */
export type ByBasis = { realised: Amount; posted: Amount };

export type Money = ByBasis & { lotCount: number; contributorIds: readonly string[] };

/** What is expected of some lots on one day. */
export type DaySums = {
  lotCount: number;
  /** Lots of which anything is known on the day, closed ones among them. */
  knownCount: number;
  historyCount: number;
  /** Lots that are closed all day: none of their spaces is taken, and none can be. */
  closedCount: number;
  /** Slot by slot: SLOT_PARTS numbers, each HALF_HOURS after the one before. */
  slots: Float64Array;
  bounds: BoundSums;
  sessions: ByBasis;
  money: Map<string, Money>;
  backtest: BacktestSum;
  /** When the oldest forecast was made, milliseconds since 1970; Infinity: there is none. */
  madeAtMs: number;
  /** Countries and states, as in placeKey. */
  places: Set<string>;
};

/** The numbers of each slot: spaces taken, spaces of which that is known, errors, their squares. */
export const SLOT_PARTS = { occupied: 0, known: 1, errors: 2, squares: 3 } as const;

export function emptyDaySums(): DaySums {
  return {
    lotCount: 0,
    knownCount: 0,
    historyCount: 0,
    closedCount: 0,
    slots: new Float64Array(HALF_HOURS * Object.keys(SLOT_PARTS).length),
    bounds: noBounds(),
    sessions: byBasis(),
    money: new Map(),
    backtest: noBacktest(),
    madeAtMs: Infinity,
    places: new Set(),
  };
}

const byBasis = (): ByBasis => ({ realised: noAmount(), posted: noAmount() });

const read = emptyLotDay();

/** Adds what is expected of a lot on a day, by its own wall clock. */
export function addLot(sums: DaySums, lot: ForecastLot, day: number): void {
  sums.lotCount += 1;
  sums.historyCount += hasHistory(lot.bytes) ? 1 : 0;
  sums.madeAtMs = Math.min(sums.madeAtMs, lot.madeAtMs);
  sums.places.add(lot.place);
  addBacktest(sums.backtest, lot.bytes);
  const money = moneyOf(sums, lot.currency);
  money.lotCount += 1;
  if (!readLotDay(lot.bytes, day, read)) return;
  if (read.isClosed) {
    sums.knownCount += 1;
    sums.closedCount += 1;
    return;
  }
  const taken = addShares(sums, lot, read.shares);
  const sold = hasStays(lot.bytes) ? amountOf(read.sessions) : undefined;
  const sells = sold !== undefined;
  if (sells) money.contributorIds = addContributors(money.contributorIds, [lot.operatorId]);
  if (taken.isKnown || sells) sums.knownCount += 1;
  const visits = { value: taken.hours / STAY_HOURS, error: taken.errorHours / STAY_HOURS };
  const implied = { ...visits, bounds: read.shares.bounds };
  addBoth(sums.sessions, lot, implied, sold);
  const worth = { ...postedRevenue(lot, taken), bounds: read.shares.bounds };
  addBoth(money, lot, worth, sells ? amountOf(read.revenueMinor) : undefined);
}

type Taken = { hours: number; errorHours: number; isKnown: boolean };

function addShares({ slots, bounds }: DaySums, { spaces }: ForecastLot, shares: DayFigure): Taken {
  const { values, spread } = shares;
  let [hours, errorHours, isKnown] = [0, 0, false];
  for (let slot = 0; slot < HALF_HOURS; slot += 1) {
    const isOwn = isKnownAt(values, slot);
    const known = isOwn ? slot : knownBeside(values, slot);
    if (known < 0) continue;
    const occupied = (values[known] ?? 0) * spaces;
    const error = (spread[known] || 0) * spaces;
    hours += occupied * HOURS_PER_SLOT;
    errorHours += error * HOURS_PER_SLOT;
    if (!isOwn) continue;
    isKnown = true;
    addAt(slots, slot, occupied);
    addAt(slots, slot + HALF_HOURS, spaces);
    addAt(slots, slot + 2 * HALF_HOURS, error);
    addAt(slots, slot + 3 * HALF_HOURS, error * error);
  }
  if (isKnown) addBounds(bounds, shares.bounds, spaces);
  return { hours, errorHours, isKnown };
}

/**
 * The half hour that says how many spaces are taken in one of which nothing is known: the one
 * before, else the one after; -1 where neither is known. A lot that is counted once an hour is
 * known in every second one only.
 */
function knownBeside(values: Float32Array, slot: number): number {
  if (slot > 0 && isKnownAt(values, slot - 1)) return slot - 1;
  return slot + 1 < HALF_HOURS && isKnownAt(values, slot + 1) ? slot + 1 : -1;
}

function isKnownAt(values: Float32Array, slot: number): boolean {
  return !Number.isNaN(values[slot] ?? Number.NaN);
}

function addAt(slots: Float64Array, at: number, value: number): void {
  slots[at] = (slots[at] ?? 0) + value;
}

/** An hour of each taken space at the posted rate, at most a day of each space. */
function postedRevenue(lot: ForecastLot, { hours, errorHours }: Taken): One {
  const { spaces, postedHourly, postedDaily } = lot;
  if (postedHourly === null) return { value: 0, error: 0 };
  const byHour = hours * postedHourly;
  const value = postedDaily === null ? byHour : Math.min(byHour, spaces * postedDaily);
  const part = byHour === 0 ? 1 : value / byHour;
  return { value, error: errorHours * postedHourly * part };
}

type One = Omit<Uncertain, 'bounds'>;

/** Undefined where nothing is known. The spread is of the square root of the value. */
function amountOf({ values, spread, bounds }: DayFigure): Uncertain | undefined {
  const value = values[0] ?? Number.NaN;
  if (Number.isNaN(value)) return undefined;
  const unit = spread[0] || 0;
  return { value, error: 2 * Math.sqrt(value) * unit + unit ** 2, bounds };
}

function addBoth(
  sums: ByBasis,
  { spaces }: ForecastLot,
  posted: Uncertain,
  realised: Uncertain = posted,
): void {
  addUncertain(sums.posted, posted, spaces);
  addUncertain(sums.realised, realised, spaces);
}

function moneyOf({ money }: DaySums, currency: string): Money {
  const known = money.get(currency);
  if (known !== undefined) return known;
  const made: Money = { ...byBasis(), lotCount: 0, contributorIds: [] };
  money.set(currency, made);
  return made;
}

/** Adds the sums over other lots. */
export function addDaySums(sums: DaySums, more: DaySums): void {
  for (const count of ['lotCount', 'knownCount', 'historyCount', 'closedCount'] as const)
    sums[count] += more[count];
  for (let i = 0; i < sums.slots.length; i += 1) addAt(sums.slots, i, more.slots[i] ?? 0);
  addBoundSums(sums.bounds, more.bounds);
  addByBasis(sums.sessions, more.sessions);
  for (const [currency, part] of more.money) {
    const money = moneyOf(sums, currency);
    addByBasis(money, part);
    money.lotCount += part.lotCount;
    money.contributorIds = addContributors(money.contributorIds, part.contributorIds);
  }
  addBacktests(sums.backtest, more.backtest);
  sums.madeAtMs = Math.min(sums.madeAtMs, more.madeAtMs);
  for (const place of more.places) sums.places.add(place);
}

function addByBasis(sum: ByBasis, more: ByBasis): void {
  for (const basis of ['realised', 'posted'] as const) addAmount(sum[basis], more[basis]);
}
