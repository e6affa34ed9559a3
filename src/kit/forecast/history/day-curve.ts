import { createProfile, type Profile } from './profile.ts';
import { type Experience, type Mark, noExperience } from './unusual-days.ts';

/** Half hours of a day by a lot's wall clock. */
export const HALF_HOURS = 48;

/** Days of these kinds are not usual days of the week; below them are Monday (0) to Sunday (6). */
export const HOLIDAY = 7;
const SUNDAY = 6;

/**
 * What was measured at one lot, day by day, and what was learnt from it so far. Figures of day `d`
 * are at `d * slots`; one that is not known is NaN. All lots of a fit have the same days.
 */
export type DayCurve = {
  /** Figures of a day: 48 occupied shares, or 1 for what is counted by day. */
  slots: number;
  values: Float32Array;
  /** No forecast is larger. */
  most: number;
  /** The weekday of each day, or HOLIDAY. */
  kinds: Uint8Array;
  /** Events near the lot by the day on which they begin or continue. */
  marks: ReadonlyMap<number, readonly Mark[]>;
  /** Lots of one region make errors at the same time. */
  region: string;
  profile: Profile;
  /** What was measured minus what the profile said before; NaN on unusual days. */
  residuals: Float32Array;
  /** The same as the mean with the slots around each, where single slots are noisy. */
  nearResiduals: Float32Array;
  /** The mean residual of each day; NaN where nothing was measured. */
  dayMeans: Float32Array;
  /** The mean absolute error of the forecasts for each slot, the newest counting most. */
  spread: Float32Array;
  /** The logarithm of how many times wider its intervals are for what was outside of them. */
  width: number;
  /** What public holidays, and events of each type, have done. */
  onHolidays: Experience;
  atEvents: Map<string, Experience>;
  /** Days with measurements so far. */
  knownDays: number;
};

type Measured = Pick<DayCurve, 'slots' | 'values' | 'most' | 'kinds' | 'marks' | 'region'>;

/** An untrained day curve. */
export function createDayCurve(measured: Measured): DayCurve {
  const { slots, values, kinds } = measured;
  return {
    ...measured,
    profile: createProfile(slots),
    residuals: new Float32Array(values.length).fill(Number.NaN),
    nearResiduals: new Float32Array(values.length).fill(Number.NaN),
    dayMeans: new Float32Array(kinds.length).fill(Number.NaN),
    spread: new Float32Array(slots).fill(Number.NaN),
    width: 0,
    onHolidays: noExperience(),
    atEvents: new Map(),
    knownDays: 0,
  };
}

/** The first day with a known value; `days` without any. */
export function firstKnownDay({ values, slots }: DayCurve, days: number): number {
  let place = 0;
  // No figure is below 0, and what is not known (NaN) is not above it either.
  while (place < values.length && !((values[place] ?? 0) >= 0)) place += 1;
  return place < values.length ? Math.floor(place / slots) : days;
}

/** The weekday whose profile a day has: a public holiday is taken to be like a Sunday. */
export function weekdayOf(kind: number): number {
  return kind === HOLIDAY ? SUNDAY : kind;
}
