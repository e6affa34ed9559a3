import { minutesInDay } from 'date-fns/constants';
import { clockTime } from '../../kit/time/clock-time.ts';
import { DAYS, type When } from '../tariff.ts';

/** The days of a week, then a public holiday. */
const GRID_DAYS = DAYS.length;
const WEEKDAY_COUNT = GRID_DAYS - 1;

/** One byte for each minute of the days of a week and of a holiday: 1 where a part holds. */
export type WeekMinutes = Uint8Array;

/** The minutes at which a part holds, apart from its dates and kinds of vehicles. */
export function weekMinutes({ days, from_minute: from = 0, to_minute: to = 0 }: When): WeekMinutes {
  const minutes = new Uint8Array(GRID_DAYS * minutesInDay);
  for (const [day, name] of DAYS.entries()) {
    if (days !== undefined && !days.includes(name)) continue;
    const begin = day * minutesInDay;
    minutes.fill(1, begin + from, begin + (to > from ? to : minutesInDay));
    if (to > from) continue;
    const next = name === 'holiday' ? day : (day + 1) % WEEKDAY_COUNT;
    minutes.fill(1, next * minutesInDay, next * minutesInDay + to);
  }
  // A holiday is a day of the week, too.
  const holiday = WEEKDAY_COUNT * minutesInDay;
  for (let minute = 0; minute < minutesInDay; minute += 1) {
    let isEachDay = true;
    for (let day = 0; isEachDay && day < WEEKDAY_COUNT; day += 1)
      isEachDay = minutes[day * minutesInDay + minute] === 1;
    if (isEachDay) minutes[holiday + minute] = 1;
  }
  return minutes;
}

/** The first minute that is in both (`isIn`), or only in the first; undefined: there is none. */
export function firstMinute(
  one: WeekMinutes,
  other: WeekMinutes,
  isIn: boolean,
): number | undefined {
  for (let i = 0; i < one.length; i += 1) if (one[i] === 1 && (other[i] === 1) === isIn) return i;
  return undefined;
}

/** Adds the minutes of another to those of the first. */
export function addMinutes(to: WeekMinutes, others: WeekMinutes): void {
  for (let i = 0; i < others.length; i += 1) if (others[i] === 1) to[i] = 1;
}

/** `sat 18:00` */
export function showMinute(at: number): string {
  return `${DAYS[Math.floor(at / minutesInDay)]} ${clockTime(at % minutesInDay)}`;
}
