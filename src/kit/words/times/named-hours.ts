import { daysInWeek, minutesInDay, minutesInHour } from 'date-fns/constants';
import { daysSinceMonday } from '../../time/days.ts';
import { daysOf } from './clock-readings.ts';
import { instantAt, type LocalTime, localTimeAt, type TimeContext } from './local-time.ts';
import type { DayPart, Side, WholeTime } from './time-mark.ts';
import type { TimeRequest } from './time-request.ts';

/** Minutes since the midnight at which the first day begins. */
type Hours = { from: number; to: number };
const PART_HOURS: Readonly<Record<DayPart, Hours>> = {
  morning: { from: 8 * minutesInHour, to: 12 * minutesInHour },
  afternoon: { from: 12 * minutesInHour, to: 18 * minutesInHour },
  evening: { from: 18 * minutesInHour, to: 23 * minutesInHour },
  night: { from: 18 * minutesInHour, to: 24 * minutesInHour },
};
const WHOLE_HOURS: Readonly<Record<WholeTime, Hours>> = {
  day: { from: 8 * minutesInHour, to: 20 * minutesInHour },
  overnight: { from: 20 * minutesInHour, to: 32 * minutesInHour },
  weekend: { from: 8 * minutesInHour, to: 44 * minutesInHour },
};
/** Days after Monday. */
const SATURDAY = 5;
/** Before this time, `overnight` means the night that has begun. */
const NIGHT_ENDS = 5 * minutesInHour;

/**
 * When the day, part of a day or longer time that the text names begins and ends: the first such
 * time that is not over. undefined: the text names none. `past`: it is over. `incomplete`: a stay
 * of some hours on a day, or in a part of it, without saying when.
 */
export function namedHours(
  request: TimeRequest,
  { now, local, timezone }: TimeContext,
): { startsAt: Date; endsAt: Date } | 'past' | 'incomplete' | undefined {
  const { start, whole } = request;
  const isPlainDay = start.part === undefined && whole === undefined;
  if (isPlainDay && start.day === undefined) return undefined;
  // Said on a Friday, `on Friday for two hours` is not from now on.
  const isFromNow = isPlainDay && start.day === local.day && start.isWeekday !== true;
  if (!isFromNow && request.stayMinutes !== undefined) return 'incomplete';
  const hours = hoursOf(request);
  const windows = daysTried(request, local).map((day) => {
    const isRestOfDay = isPlainDay && day === local.day;
    const from = isRestOfDay ? Math.min(hours.from, local.minute) : hours.from;
    const isLate = isRestOfDay && start.isWeekday !== true && local.minute >= hours.to;
    const to = isLate ? minutesInDay : hours.to;
    return {
      startsAt: instantAt({ day, minute: from }, timezone),
      endsAt: instantAt({ day, minute: to }, timezone),
    };
  });
  return windows.find(({ endsAt }) => endsAt > now) ?? 'past';
}

function hoursOf({ start, whole }: TimeRequest): Hours {
  if (start.part !== undefined && whole === undefined) return PART_HOURS[start.part];
  return WHOLE_HOURS[whole?.whole ?? 'day'];
}

/** The days on which it can begin; a night may have begun yesterday. */
function daysTried(request: TimeRequest, { day: today, minute }: LocalTime): number[] {
  const { start, whole } = request;
  if (start.day !== undefined) return daysOf(start, today);
  if (whole?.whole === 'weekend') {
    const saturday = today - daysSinceMonday(today) + SATURDAY;
    return [saturday + daysInWeek * whole.weeksAhead];
  }
  if (whole?.whole === 'overnight') return minute < NIGHT_ENDS ? [today - 1] : [today];
  return [today, today + 1];
}

/** The end that `overnight` or `all day` gives to a stay with its own start time. */
export function hoursAfterStart(
  { whole }: TimeRequest,
  startsAt: Date,
  { timezone }: TimeContext,
): Date | null {
  if (whole === undefined || whole.whole === 'weekend') return null;
  const { day } = localTimeAt(startsAt, timezone);
  const minute = WHOLE_HOURS[whole.whole].to % minutesInDay;
  const ends = [day, day + 1].map((one) => instantAt({ day: one, minute }, timezone));
  return ends.find((at) => at > startsAt) ?? null;
}

/** `until Sunday` means until its evening, `until the morning` until the morning begins. */
export function minuteOfEnd({ part }: Side): number {
  return part === undefined ? WHOLE_HOURS.day.to : PART_HOURS[part].from;
}
