import { type DaySlots, featureCount, fillFeatures } from './features.ts';
import { type DayCurve, HOLIDAY, weekdayOf } from './history/day-curve.ts';
import { learnDay, readProfile } from './history/profile.ts';
import {
  addExperience,
  eventPrior,
  MULTIPLIER_MAX,
  multiplierOf,
  noExperience,
} from './history/unusual-days.ts';
import { expected } from './ridge.ts';

/** Of the decayed mean error of a slot, per day. */
const SPREAD_RETENTION = 0.95;
/** Slots on each side of one that are like it. */
const NEAR_SLOTS = 2;
/** A lot that never changes is not certain to stay as it is. */
export const SPREAD_MIN = 0.002;

/**
 * The forecast of one day, slot by slot: NaN where nothing is known. `base` is what the profile
 * says, and `factors` what a holiday or events do to it; 1 is nothing. Only the slots from
 * `slotFrom` on, in steps, are forecast.
 */
export type DayForecast = DaySlots & { values: Float32Array; factors: Float32Array };

/** To be filled by forecastDay, again and again. */
export function emptyDayForecast(slots: number): DayForecast {
  return {
    values: new Float32Array(slots),
    base: new Float32Array(slots),
    factors: new Float32Array(slots),
    features: new Float64Array(slots * featureCount(slots)),
    slotFrom: 0,
    slotStep: 1,
  };
}

/** Forecasts a day from what is known `horizon` days before it, into `into`, which it returns. */
export function forecastDay(
  dayCurve: DayCurve,
  { day, horizon }: { day: number; horizon: number },
  weights: Float64Array,
  into: DayForecast,
): DayForecast {
  const { slots, most } = dayCurve;
  const width = featureCount(slots);
  const { base, features, values, factors, slotFrom, slotStep } = into;
  fillFactors(dayCurve, day, factors);
  readProfile(dayCurve.profile, dayCurve.profile.chosen, weekdayOf(dayCurve.kinds[day] ?? 0), base);
  fillGaps(base);
  fillFeatures(dayCurve, day, horizon, into);
  for (let slot = slotFrom; slot < slots; slot += slotStep) {
    const usual = (base[slot] ?? 0) + expected(weights, features, slot * width);
    values[slot] = Math.max(0, Math.min(most, usual * (factors[slot] ?? 1)));
  }
  return into;
}

/** A slot that was never measured is like the nearest one that was, later ones first. */
function fillGaps(base: Float32Array): void {
  let hasGaps = false;
  for (let slot = 0; slot < base.length; slot += 1) hasGaps ||= Number.isNaN(base[slot]);
  if (!hasGaps) return;
  const known = base.slice();
  for (let slot = 0; slot < base.length; slot += 1)
    for (let away = 1; away < base.length && Number.isNaN(base[slot]); away += 1) {
      const later = known[slot + away] ?? Number.NaN;
      base[slot] = Number.isNaN(later) ? (known[slot - away] ?? Number.NaN) : later;
    }
}

/** Writes how many times the usual figure each slot of a day is expected to have. */
export function fillFactors(dayCurve: DayCurve, day: number, factors: Float32Array): void {
  const { slots, kinds, marks, onHolidays, atEvents } = dayCurve;
  // Daily figures are square roots.
  const inUnits = (times: number) => (slots === 1 ? Math.sqrt(times) : times);
  factors.fill(kinds[day] === HOLIDAY ? multiplierOf(onHolidays) : 1);
  for (const mark of marks.get(day) ?? []) {
    const prior = inUnits(eventPrior(mark));
    const multiplier = multiplierOf(atEvents.get(mark.type) ?? noExperience(), prior);
    for (let slot = mark.fromSlot; slot < mark.toSlot; slot += 1)
      factors[slot] = Math.min(inUnits(MULTIPLIER_MAX), (factors[slot] ?? 1) * multiplier);
  }
}

/** Learns what happened on a day at one lot, after it was forecast. */
export function learnOwn(dayCurve: DayCurve, day: number, forecast: DayForecast): void {
  const { slots, values, residuals, dayMeans, kinds, spread, marks } = dayCurve;
  const from = day * slots;
  const usual = values.slice(from, from + slots);
  const isHoliday = kinds[day] === HOLIDAY;
  learnUnusual(dayCurve, day, usual, forecast.base);
  for (const { fromSlot, toSlot } of marks.get(day) ?? []) usual.fill(Number.NaN, fromSlot, toSlot);
  if (isHoliday) usual.fill(Number.NaN);
  let sum = 0;
  let count = 0;
  let isKnown = false;
  for (let slot = 0; slot < slots; slot += 1) {
    const value = values[from + slot] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    isKnown = true;
    const predicted = forecast.values[slot] ?? Number.NaN;
    if (!Number.isNaN(predicted))
      spread[slot] = spreadAfter(spread[slot] ?? Number.NaN, value - predicted);
    const residual = (usual[slot] ?? Number.NaN) - (forecast.base[slot] ?? Number.NaN);
    if (Number.isNaN(residual)) continue;
    residuals[from + slot] = residual;
    sum += residual;
    count += 1;
  }
  if (count > 0) {
    dayMeans[day] = sum / count;
    smoothResiduals(dayCurve, from);
  }
  if (isKnown) dayCurve.knownDays += 1;
  if (!isHoliday) learnDay(dayCurve.profile, kinds[day] ?? 0, usual);
}

function smoothResiduals({ slots, residuals, nearResiduals }: DayCurve, from: number): void {
  for (let slot = 0; slot < slots; slot += 1) {
    let sum = 0;
    let count = 0;
    const end = Math.min(slots - 1, slot + NEAR_SLOTS);
    for (let near = Math.max(0, slot - NEAR_SLOTS); near <= end; near += 1) {
      const residual = residuals[from + near] ?? Number.NaN;
      if (Number.isNaN(residual)) continue;
      sum += residual;
      count += 1;
    }
    nearResiduals[from + slot] = sum / count;
  }
}

function spreadAfter(spread: number, miss: number): number {
  const size = Math.max(SPREAD_MIN, Math.abs(miss));
  return Number.isNaN(spread) ? size : spread + (1 - SPREAD_RETENTION) * (size - spread);
}

function learnUnusual(
  dayCurve: DayCurve,
  day: number,
  values: Float32Array,
  base: Float32Array,
): void {
  const { slots, kinds, marks, onHolidays, atEvents } = dayCurve;
  if (kinds[day] === HOLIDAY) {
    const seen = sumOver(values, base, 0, slots);
    if (seen.usual > 0) addExperience(onHolidays, seen);
    return;
  }
  for (const { fromSlot, toSlot, type } of marks.get(day) ?? []) {
    const seen = sumOver(values, base, fromSlot, toSlot);
    if (seen.usual <= 0) continue;
    const known = atEvents.get(type) ?? noExperience();
    addExperience(known, seen);
    atEvents.set(type, known);
  }
}

/** The sums over the slots in which both are known. */
function sumOver(values: Float32Array, base: Float32Array, from: number, to: number) {
  let measured = 0;
  let usual = 0;
  for (let slot = from; slot < to; slot += 1) {
    const value = values[slot] ?? Number.NaN;
    const predicted = base[slot] ?? Number.NaN;
    if (Number.isNaN(value) || Number.isNaN(predicted)) continue;
    measured += value;
    usual += predicted;
  }
  return { measured, usual };
}
