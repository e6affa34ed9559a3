import { daysInWeek, minutesInDay, minutesInHour } from 'date-fns/constants';
import { instantAt, type LocalTime, localTimeAt } from './local-time.ts';
import type { Clock, DayPart, Side } from './time-mark.ts';

const HALF_DAY = minutesInDay / 2;
/** An earlier time `at night` belongs to the night that began the day before. */
const SMALL_HOURS_END = 5 * minutesInHour;
/** An hour without am or pm on a given day is in this range, unless the text says otherwise. */
const USUAL = { from: 7 * minutesInHour, to: 19 * minutesInHour };

/**
 * The earliest and latest times that people count as a part of the day; a night continues after
 * midnight.
 */
const PART_REACH: Readonly<Record<DayPart, { from: number; to: number }>> = {
  morning: { from: 0, to: 12 * minutesInHour },
  afternoon: { from: 11 * minutesInHour, to: 19 * minutesInHour },
  evening: { from: 16 * minutesInHour, to: minutesInDay },
  night: { from: 17 * minutesInHour, to: minutesInDay },
};

/** Whether a clock time that names its half of the day is in a part of the day. */
export function isInPart({ minute, isBare }: Clock, part: DayPart | undefined): boolean {
  if (isBare || part === undefined) return true;
  if (part === 'night' && minute < SMALL_HOURS_END) return true;
  return minute >= PART_REACH[part].from && minute <= PART_REACH[part].to;
}

/** A possible start or end; `day` is the day that the text relates it to. */
export type Candidate = LocalTime & { at: Date };

export function isUsual(minute: number): boolean {
  return minute >= USUAL.from && minute < USUAL.to;
}

/** The minutes since midnight that a clock time can mean on a day, in ascending order. */
export function readingsOf(clock: Clock, part: DayPart | undefined): number[] {
  const early = clock.isBare ? clock.minute % HALF_DAY : clock.minute;
  const isSmallHour = early < SMALL_HOURS_END;
  if (part === 'night' && isSmallHour) return [early + minutesInDay];
  if (!clock.isBare) return [clock.minute];
  if (part === 'morning') return [early];
  return part === undefined ? [early, early + HALF_DAY] : [early + HALF_DAY];
}

/** Every instant that a clock time can mean on some days. */
export function candidatesOf(
  clock: Clock,
  part: DayPart | undefined,
  days: readonly number[],
  timezone: string,
): Candidate[] {
  return days.flatMap((day) =>
    readingsOf(clock, part).map((minute) => ({
      day,
      minute,
      at: instantAt({ day, minute }, clock.timezone ?? timezone),
    })),
  );
}

/**
 * The next instant of a side's clock time after `after`: on the side's day if it has one, else the
 * first time that the clock shows it. undefined: not on that day any more.
 */
export function nextAfter(
  side: Side & { clock: Clock },
  after: Date,
  timezone: string,
): Date | undefined {
  const { day } = localTimeAt(after, side.clock.timezone ?? timezone);
  const days = side.day === undefined ? [day - 1, day, day + 1, day + 2] : daysOf(side, day);
  const later = candidatesOf(side.clock, side.part, days, timezone).filter(
    ({ at }) => at.getTime() > after.getTime(),
  );
  const usual = later.find(({ minute }) => isUsual(minute));
  const [first] = later.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return (side.day !== undefined && side.day !== day ? (usual ?? first) : first)?.at;
}

/** The days that a side's day can be: for a weekday also the one a week later. */
export function daysOf(side: Side, earliest: number): number[] {
  if (side.day === undefined) return [];
  if (side.isWeekday !== true) return [side.day];
  return side.day < earliest ? [side.day + daysInWeek] : [side.day, side.day + daysInWeek];
}
