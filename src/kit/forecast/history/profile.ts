/**
 * How much of a weekly profile stays when a new day of that weekday is learnt. Each lot has a
 * profile of each kind, and uses the one whose forecasts were best of late: in some cities last
 * week says most, in others the last two months do.
 */
const RETENTIONS = [0.2, 0.4, 0.6, 0.75, 0.85, 0.92] as const;
export const FAST = 1;
export const SLOW = RETENTIONS.length - 1;
/** Of the decayed error of each kind of profile, per day: about the last three months count. */
const ERROR_RETENTION = 0.99;
const WEEKDAYS = 7;
const SATURDAY = 5;

/** Smoothed figures for each weekday and slot, one for each of RETENTIONS. */
export type Profile = {
  slots: number;
  /** By retention, weekday and slot. */
  levels: Float32Array;
  /** How many days of a weekday were learnt for a slot. */
  counts: Uint16Array;
  /** The decayed absolute error by retention. */
  errors: Float64Array;
  /** The position in RETENTIONS of the profile with the smallest error. */
  chosen: number;
};

export function createProfile(slots: number): Profile {
  return {
    slots,
    levels: new Float32Array(RETENTIONS.length * WEEKDAYS * slots),
    counts: new Uint16Array(WEEKDAYS * slots),
    errors: new Float64Array(RETENTIONS.length),
    chosen: Math.floor(RETENTIONS.length / 2),
  };
}

/**
 * Writes the figures of a weekday into `out`. Where that weekday was never measured, the mean of
 * the other working days (or of the other day of the weekend) stands in for it, then that of all
 * days; NaN where the slot was never measured.
 */
export function readProfile(
  profile: Profile,
  retention: number,
  weekday: number,
  out: Float32Array,
): void {
  const { slots, levels, counts } = profile;
  const from = (retention * WEEKDAYS + weekday) * slots;
  for (let slot = 0; slot < slots; slot += 1)
    out[slot] =
      (counts[weekday * slots + slot] ?? 0) > 0
        ? (levels[from + slot] ?? Number.NaN)
        : standIn(profile, retention, weekday, slot);
}

function standIn(profile: Profile, retention: number, weekday: number, slot: number): number {
  const isAlike = (other: number) => other >= SATURDAY === weekday >= SATURDAY;
  const alike = meanOver(profile, retention, slot, isAlike);
  return Number.isNaN(alike) ? meanOver(profile, retention, slot, () => true) : alike;
}

function meanOver(
  { slots, levels, counts }: Profile,
  retention: number,
  slot: number,
  takes: (weekday: number) => boolean,
): number {
  let sum = 0;
  let count = 0;
  for (let weekday = 0; weekday < WEEKDAYS; weekday += 1) {
    if (!takes(weekday) || counts[weekday * slots + slot] === 0) continue;
    sum += levels[(retention * WEEKDAYS + weekday) * slots + slot] ?? 0;
    count += 1;
  }
  return count === 0 ? Number.NaN : sum / count;
}

/**
 * Learns a usual day, whose figures are `values`; NaN: not known. Afterwards the profile whose
 * forecasts were best is chosen.
 */
export function learnDay(profile: Profile, weekday: number, values: Float32Array): void {
  const { slots, counts, errors } = profile;
  let known = 0;
  for (let slot = 0; slot < slots; slot += 1) if (!Number.isNaN(values[slot])) known += 1;
  if (known === 0) return;
  for (let retention = 0; retention < RETENTIONS.length; retention += 1) {
    const error = learnOne(profile, retention, weekday, values);
    errors[retention] = ERROR_RETENTION * (errors[retention] ?? 0) + error / known;
  }
  for (let slot = 0; slot < slots; slot += 1)
    if (!Number.isNaN(values[slot]))
      counts[weekday * slots + slot] = (counts[weekday * slots + slot] ?? 0) + 1;
  profile.chosen = errors.indexOf(Math.min(...errors));
}

/** Smooths one kind of profile. Returns the sum of what it was off by. */
function learnOne(
  profile: Profile,
  retention: number,
  weekday: number,
  values: Float32Array,
): number {
  const { slots, levels, counts } = profile;
  const at = (retention * WEEKDAYS + weekday) * slots;
  const least = 1 - (RETENTIONS[retention] ?? 0);
  let error = 0;
  for (let slot = 0; slot < slots; slot += 1) {
    const value = values[slot] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const count = counts[weekday * slots + slot] ?? 0;
    const level = levels[at + slot] ?? 0;
    const predicted = count > 0 ? level : standIn(profile, retention, weekday, slot);
    if (!Number.isNaN(predicted)) error += Math.abs(value - predicted);
    // The first days count alike, as in a plain mean.
    levels[at + slot] = level + Math.max(least, 1 / (count + 1)) * (value - level);
  }
  return error;
}
