import { daysInWeek } from 'date-fns/constants';
import { daysSinceMonday } from '../../time/days.ts';
import type { TimeProblem } from '../wish.ts';
import { dateOf, dayOf, isDate, type TimeContext } from './local-time.ts';
import type { CalendarDate, StatedDay, StatedMark, TimeMark } from './time-mark.ts';

/**
 * The month comes first in the time zones of the United States, Canada and Puerto Rico, the date
 * first elsewhere.
 */
const MONTH_FIRST_ZONES = new Set(
  ['US', 'CA', 'PR'].flatMap((country) => new Intl.Locale(`und-${country}`).getTimeZones?.() ?? []),
);
/** A date without a year that is this many days ahead means the one that has just passed. */
const YEARLESS_DAYS_MAX = 330;
/**
 * When one of the two orders gives a date this near and the other does not, the near one is meant.
 */
const NEAR_DAYS_MAX = 31;
/** Every date of a month recurs within two months. */
const DATE_RETURNS_DAYS = 62;

type Resolved = number | TimeProblem;

/**
 * The mark with its day, as of now in the zone; a problem where no calendar has the date, where it
 * is not on the weekday beside it, or can be read in two ways.
 */
export function resolveMark(mark: StatedMark, context: TimeContext): TimeMark {
  if (mark.kind !== 'day') return mark;
  const { from, to, stated, weekdays, isWeekday } = mark;
  const day = resolveDay(stated, context);
  if (typeof day === 'string') return { from, to, kind: 'problem', problem: day };
  const isOn = (weekday: StatedDay) => {
    const other = resolveDay(weekday, context);
    return typeof other === 'number' && (day - other) % daysInWeek === 0;
  };
  return weekdays.every(isOn)
    ? { from, to, kind: 'day', day, isWeekday }
    : { from, to, kind: 'problem', problem: 'contradictory' };
}

function resolveDay(stated: StatedDay, context: TimeContext): Resolved {
  const today = context.local.day;
  switch (stated.form) {
    case 'ahead':
      return today + stated.days;
    case 'weekday':
      return weekdayFrom(today, stated) + stated.weeksLater * daysInWeek;
    case 'of-month':
      return nextDate(stated.date, today);
    case 'date':
      return dayOfDate(stated, context);
  }
}

function weekdayFrom(today: number, { weekday, which }: StatedDay & { form: 'weekday' }): number {
  const sinceMonday = daysSinceMonday(today);
  const ahead = (weekday - sinceMonday + daysInWeek) % daysInWeek;
  switch (which) {
    case 'first':
      return today + ahead;
    case 'coming':
      return today + (ahead || daysInWeek);
    case 'last':
      return today + ahead - daysInWeek;
    case 'next':
      return today - sinceMonday + daysInWeek + weekday;
  }
}

/** The next day from today on with this date. */
function nextDate(date: number, today: number): Resolved {
  for (let day = today; day < today + DATE_RETURNS_DAYS; day += 1)
    if (dateOf(day).date === date) return day;
  return 'impossible';
}

function dayOfDate(
  { date, monthFirst }: StatedDay & { form: 'date' },
  { local, timezone }: TimeContext,
): Resolved {
  const orders = monthFirst === undefined ? [date] : [date, monthFirst];
  if (MONTH_FIRST_ZONES.has(timezone)) orders.reverse();
  const days = orders.map((one) => dayIn(one, local.day)).filter((day) => day !== undefined);
  const [usual, other] = [...new Set(days)];
  const isNear = (day: number) => day >= local.day && day <= local.day + NEAR_DAYS_MAX;
  if (other !== undefined && isNear(other)) return 'ambiguous';
  if (usual === undefined) return 'impossible';
  if (date.year !== undefined || usual - local.day <= YEARLESS_DAYS_MAX) return usual;
  return isDate(dateOf(local.day).year, date.month, date.date) ? 'past' : 'impossible';
}

/** The day of a date; without a year, the next one from today on. undefined: there is none. */
function dayIn({ year, month, date }: CalendarDate, today: number): number | undefined {
  const thisYear = dateOf(today).year;
  const years = year === undefined ? [thisYear, thisYear + 1] : [year];
  return years
    .filter((one) => isDate(one, month, date))
    .map((one) => dayOf(one, month, date))
    .find((day) => year !== undefined || day >= today);
}
