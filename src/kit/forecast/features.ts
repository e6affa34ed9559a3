import { type DayCurve, HALF_HOURS, weekdayOf } from './history/day-curve.ts';
import { FAST, readProfile, SLOW } from './history/profile.ts';

const WEEK = 7;
/** Slots of the evening before that say how the day ended. */
const LAST_SLOTS = 6;
/** How many figures say how the last days differed from the profile: of days, and of slots. */
const DAY_FEATURES = 10;
const SLOT_FEATURES = 5;

/**
 * A day of a day curve: its slots from `slotFrom` on, in steps, and the profile's figure for each.
 */
export type DaySlots = {
  base: Float32Array;
  features: Float64Array;
  slotFrom: number;
  slotStep: number;
};

// Used during one call only.
const fast = new Float32Array(HALF_HOURS);
const slow = new Float32Array(HALF_HOURS);

export function featureCount(slots: number): number {
  return slots === 1 ? DAY_FEATURES : DAY_FEATURES + SLOT_FEATURES;
}

/**
 * Writes what is known `horizon` days before a day about how the lot differed from its profile, for
 * each slot: on the last day, the last 3, 7, 14 and 28, the day before the last, on the same
 * weekday of the last two known weeks, and what faster and slower profiles say; for half hours also
 * in the same half hour and those around it, and at the end of the last day. What is not known is
 * 0: as the profile says.
 */
export function fillFeatures(
  dayCurve: DayCurve,
  day: number,
  horizon: number,
  { base, features: out, slotFrom, slotStep }: DaySlots,
): void {
  const { slots, residuals, nearResiduals, dayMeans } = dayCurve;
  const width = featureCount(slots);
  const last = day - horizon;
  const week = day - WEEK * Math.ceil(horizon / WEEK);
  const ofDay = [
    meanOfDays(dayMeans, last, 1),
    meanOfDays(dayMeans, last, 3),
    meanOfDays(dayMeans, last, 7),
    meanOfDays(dayMeans, last, 14),
    meanOfDays(dayMeans, last - 1, 1),
    meanOfDays(dayMeans, week, 1),
    meanOfDays(dayMeans, week - WEEK, 1),
    meanOfDays(dayMeans, last, 28),
  ];
  const evening = slots === 1 ? 0 : endOfDay(residuals, last * slots, slots);
  const weekday = weekdayOf(dayCurve.kinds[day] ?? 0);
  readProfile(dayCurve.profile, FAST, weekday, fast);
  readProfile(dayCurve.profile, SLOW, weekday, slow);
  for (let slot = slotFrom; slot < slots; slot += slotStep) {
    const at = slot * width;
    for (let i = 0; i < ofDay.length; i += 1) out[at + i] = ofDay[i] ?? 0;
    out[at + 8] = known((fast[slot] ?? 0) - (base[slot] ?? 0));
    out[at + 9] = known((slow[slot] ?? 0) - (base[slot] ?? 0));
    if (slots === 1) continue;
    out[at + 10] = evening;
    out[at + 11] = residualAt(residuals, week * slots, slot);
    out[at + 12] = residualAt(nearResiduals, week * slots, slot);
    out[at + 13] = residualAt(residuals, last * slots, slot);
    out[at + 14] = residualAt(nearResiduals, last * slots, slot);
  }
}

function known(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

function residualAt(residuals: Float32Array, from: number, slot: number): number {
  return from < 0 ? 0 : known(residuals[from + slot] ?? 0);
}

/** The mean of `count` days up to and including `last`. */
function meanOfDays(dayMeans: Float32Array, last: number, count: number): number {
  let sum = 0;
  let knownCount = 0;
  for (let day = Math.max(0, last - count + 1); day <= last; day += 1) {
    const mean = dayMeans[day] ?? Number.NaN;
    if (Number.isNaN(mean)) continue;
    sum += mean;
    knownCount += 1;
  }
  return knownCount === 0 ? 0 : sum / knownCount;
}

function endOfDay(residuals: Float32Array, from: number, slots: number): number {
  if (from < 0) return 0;
  let sum = 0;
  let count = 0;
  for (let slot = slots - 1; slot >= 0 && count < LAST_SLOTS; slot -= 1) {
    const residual = residuals[from + slot] ?? Number.NaN;
    if (Number.isNaN(residual)) continue;
    sum += residual;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}
