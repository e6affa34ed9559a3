import { minutesInDay } from 'date-fns/constants';
import { DAYS, type When } from '../../tariff.ts';

const WEEKDAY_COUNT = DAYS.length - 1;

/** A minute of some week by the clocks, on a public holiday or not. */
export type WeekPoint = {
  /** From Monday on. */
  day: number;
  minute: number;
  isHoliday: boolean;
  /** Whether the day before was one. */
  wasHoliday: boolean;
};

/** At least one point in each time in which the same ones of these hold. */
export function weekPoints(whens: readonly When[]): WeekPoint[] {
  const edges = whens.flatMap(({ from_minute: from = 0, to_minute: to = 0 }) => [from, to]);
  const minutes = [...new Set([0, ...edges])];
  const either = [false, true];
  return Array.from({ length: WEEKDAY_COUNT }, (_, day) => day).flatMap((day) =>
    minutes.flatMap((minute) =>
      either.flatMap((isHoliday) =>
        either.map((wasHoliday) => ({ day, minute, isHoliday, wasHoliday })),
      ),
    ),
  );
}

/** The last minute of the day before a day that is no holiday, and the first one of that day. */
export function midnightOf(day: number): { before: WeekPoint; after: WeekPoint } {
  const holidays = { isHoliday: false, wasHoliday: false };
  const dayBefore = (day + WEEKDAY_COUNT - 1) % WEEKDAY_COUNT;
  return {
    before: { day: dayBefore, minute: minutesInDay - 1, ...holidays },
    after: { day, minute: 0, ...holidays },
  };
}

/** Whether something without dates or kinds of vehicles holds then. */
export function holdsAt(when: When, { day, minute, isHoliday, wasHoliday }: WeekPoint): boolean {
  const { from_minute: from = 0, to_minute: to = 0 } = when;
  const isPastMidnight = to <= from;
  if (minute >= from && (isPastMidnight || minute < to) && isOn(when, day, isHoliday)) return true;
  const dayBefore = (day + WEEKDAY_COUNT - 1) % WEEKDAY_COUNT;
  return isPastMidnight && minute < to && isOn(when, dayBefore, wasHoliday);
}

function isOn({ days }: When, day: number, isHoliday: boolean): boolean {
  return (
    days === undefined ||
    days.some((name) => name === DAYS[day]) ||
    (isHoliday && days.includes('holiday'))
  );
}
