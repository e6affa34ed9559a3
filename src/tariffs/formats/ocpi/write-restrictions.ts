import { secondsInMinute } from 'date-fns/constants';
import { clockTime } from '../../../kit/time/clock-time.ts';
import { dateOf } from '../../../kit/time/days.ts';
import { DAYS, type When } from '../../tariff.ts';
import type { Band } from '../bands.ts';
import { nextDay } from './join-times.ts';
import { OCPI_DAYS, type OcpiRestrictions } from './ocpi-shape.ts';

/** As times that fit one element: with one range of dates, and within a day where it matters. */
export function elementTimes({ dates, ...when }: When): When[] {
  const ranges = dates === undefined ? [when] : dates.map((range) => ({ ...when, dates: [range] }));
  return ranges.flatMap((one) => {
    const { from_minute: from = 0, to_minute: to = 0 } = one;
    const isNight = to > 0 && to <= from;
    const isOfDay = one.days !== undefined || dates !== undefined || to === from;
    if (!isNight || !isOfDay) return [one];
    return [
      { ...one, to_minute: 0 },
      { ...nextDay(one), from_minute: 0 },
    ];
  });
}

/** For a part that is not about holidays or vehicles, and has one range of dates at most. */
export function restrictionsOf(
  { days, from_minute: from, to_minute: to, dates }: When,
  { fromMinute, untilMinute }: Pick<Band, 'fromMinute' | 'untilMinute'>,
): OcpiRestrictions {
  const [range] = dates ?? [];
  return {
    ...(from !== undefined && { start_time: clockTime(from) }),
    ...(to !== undefined && { end_time: clockTime(to) }),
    ...(range && { start_date: dateOf(range.first), end_date: dateOf(range.last + 1) }),
    ...(fromMinute > 0 && { min_duration: fromMinute * secondsInMinute }),
    ...(untilMinute !== Infinity && { max_duration: untilMinute * secondsInMinute }),
    ...(days && { day_of_week: OCPI_DAYS.filter((_, i) => days.some((day) => day === DAYS[i])) }),
  };
}
