import { type Course, HOLIDAY } from './course.ts';
import { fillFactors } from './day-forecast.ts';
import type { LotCourses } from './lot-courses.ts';
import { CALENDAR_DAYS, HORIZONS, type UnusualDay } from './lot-forecast.ts';
import { UNUSUAL_DAYS_MAX } from './packed-forecast.ts';
import { noExperience } from './unusual-days.ts';

/** Bit i: whether the i-th day after the history is a public holiday. */
export function holidaysAfter({ kinds }: Course, days: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(CALENDAR_DAYS / 8));
  for (let i = 0; i < CALENDAR_DAYS; i += 1)
    if (kinds[days + i] === HOLIDAY) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
  return bits;
}

/** What events do to the mean of a day, beyond the days that are forecast singly. */
export function unusualAfter({ shares, sessions }: LotCourses, days: number): UnusualDay[] {
  const ahead = [...shares.marks.keys()].filter((day) => day >= days + HORIZONS);
  const meanOf = (course: Course, day: number) => {
    const factors = new Float32Array(course.slots);
    fillFactors({ ...course, onHolidays: noExperience() }, day, factors);
    return factors.reduce((sum, factor) => sum + factor, 0) / factors.length;
  };
  return ahead
    .sort((a, b) => a - b)
    .slice(0, UNUSUAL_DAYS_MAX)
    .map((day) => ({
      ahead: day - days,
      share: meanOf(shares, day),
      daily: meanOf(sessions, day) ** 2,
    }));
}
