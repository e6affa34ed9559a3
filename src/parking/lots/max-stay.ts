import { millisecondsInMinute, minutesInDay, minutesInHour } from 'date-fns/constants';
import { type AppError, conflict } from '../../kit/errors.ts';
import type { Window } from '../../kit/hours/opening-hours.ts';

type Tagged = { features: readonly string[] };

const MAX_STAY = /^maxstay:(\d{1,5}(?:\.\d{1,2})?) (minute|hour|day|week|month)s?$/;

/** A month has 28 days here, so that no longer stay is allowed than the sign says. */
const MINUTES: Readonly<Record<string, number>> = {
  minute: 1,
  hour: minutesInHour,
  day: minutesInDay,
  week: 7 * minutesInDay,
  month: 28 * minutesInDay,
};

/** Whether a tag limits the length of stays, in numbers that a person would write. */
export function isMaxStay(tag: string): boolean {
  return MAX_STAY.test(tag);
}

/** Whether a stay in this window is longer than the lot's tags allow. */
export function isTooLong(lot: Tagged, { from, to }: Window): boolean {
  return to.getTime() - from.getTime() > maxStayMinutes(lot) * millisecondsInMinute;
}

/** Throws CONFLICT `max_stay` when a stay in this window is longer than the lot's tags allow. */
export function checkMaxStay(lot: Tagged, window: Window): void {
  if (isTooLong(lot, window)) throw tooLong(maxStayMinutes(lot));
}

/** The longest stay that the lot's tags allow; Infinity where no tag limits it. */
export function maxStayMinutes({ features }: Tagged): number {
  const limits = features.flatMap((tag) => {
    const [, count, unit = ''] = MAX_STAY.exec(tag) ?? [];
    return count === undefined ? [] : [Number(count) * (MINUTES[unit] ?? 0)];
  });
  return Math.min(Infinity, ...limits);
}

function tooLong(minutes: number): AppError {
  const duration =
    minutes < minutesInHour ? `${minutes} minutes` : `${minutes / minutesInHour} hours`;
  return conflict('max_stay', `a vehicle may stay on the lot for ${duration} at most`, {
    max_stay_minutes: minutes,
  });
}
