import {
  minutesInDay,
  minutesInHour,
  monthsInYear,
  secondsInDay,
  secondsInHour,
  secondsInMinute,
  secondsInWeek,
} from 'date-fns/constants';
import type { MaximumPer } from '../../tariff.ts';

/** An ISO 8601 duration; months differ in length. */
export type Duration = { months: number; seconds: number };

const DAYS = '(?:(\\d+)Y)?(?:(\\d+)M)?(?:(\\d+)W)?(?:(\\d+)D)?';
const TIME = '(?:T(?=\\d)(?:(\\d+)H)?(?:(\\d+)M)?(?:(\\d+)S)?)?';
const DURATION = new RegExp(`^P(?!$)${DAYS}${TIME}$`);

/** undefined: the text is none. */
export function parseDuration(text: string): Duration | undefined {
  const found = DURATION.exec(text);
  if (found === null) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((count = '0') => Number(count));
  return {
    months: years * monthsInYear + months,
    seconds:
      weeks * secondsInWeek +
      days * secondsInDay +
      hours * secondsInHour +
      minutes * secondsInMinute +
      seconds,
  };
}

/** Whole minutes, or undefined. */
export function minutesOf({ months, seconds }: Duration): number | undefined {
  return months === 0 && seconds % secondsInMinute === 0 ? seconds / secondsInMinute : undefined;
}

const SHORTEST_MONTH_DAYS = 28;
/** Nobody parks as long, so a rate that starts again after it never does. */
const NEVER_MONTHS = 10 * monthsInYear;

/** Seconds at least. */
export function leastSeconds({ months, seconds }: Duration): number {
  return months * SHORTEST_MONTH_DAYS * secondsInDay + seconds;
}

/** After which time a rate starts again, by the maximum that it then has. */
export const RESETS: Readonly<Record<MaximumPer, string>> = {
  stay: 'P100Y',
  calendar_day: '00:00',
  '24h': 'P1D',
  week: 'P7D',
  month: 'P1M',
};

/** When a rate starts again; undefined: no maximum is for such a time. */
export function parseReset(text: string): MaximumPer | undefined {
  if (/^(00|24):00(:00)?$/.test(text)) return 'calendar_day';
  const duration = parseDuration(text);
  if (duration === undefined) return undefined;
  const { months, seconds } = duration;
  if (months >= NEVER_MONTHS) return 'stay';
  if (months === 1 && seconds === 0) return 'month';
  if (months > 0) return undefined;
  if (seconds === secondsInWeek) return 'week';
  return seconds === secondsInDay ? '24h' : undefined;
}

/** After how many minutes a rate starts again, where that is always the same. */
export const RESET_MINUTES: Readonly<Partial<Record<MaximumPer, number>>> = {
  '24h': minutesInDay,
  week: 7 * minutesInDay,
};

/** Whether no started step reaches over the time when the rate starts again. */
export function fitsReset(reset: MaximumPer, stepMinutes: number): boolean {
  // Clocks that change, and a stay that begins at any minute, make days and months of any length.
  return reset === 'stay' || (RESET_MINUTES[reset] ?? 1) % stepMinutes === 0;
}

/** `PT90M`, `P2D` */
export function showDuration(minutes: number): string {
  if (minutes > 0 && minutes % minutesInDay === 0) return `P${minutes / minutesInDay}D`;
  if (minutes > 0 && minutes % minutesInHour === 0) return `PT${minutes / minutesInHour}H`;
  return minutes === 0 ? 'PT0S' : `PT${minutes}M`;
}
