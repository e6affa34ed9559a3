import { secondsInMinute } from 'date-fns/constants';
import { badField } from '../../../kit/errors.ts';
import { minuteOf } from '../../../kit/time/clock-time.ts';
import { dateOf, dayOf } from '../../../kit/time/days.ts';
import { INSTANT_END, INSTANT_MIN } from '../../../kit/time/instants.ts';
import { DAYS, type When } from '../../tariff.ts';
import { OCPI_DAYS, type OcpiRestrictions } from './ocpi-shape.ts';

/** When an element holds: by the clocks, and by the minutes since the stay began. */
export type Restricted = { when: When; fromMinute: number; untilMinute: number };

/** Left out, a day begins or ends. */
const MIDNIGHT = '00:00';
const [FIRST_DAY, END_DAY] = [dayOf(INSTANT_MIN.slice(0, 10)), dayOf(INSTANT_END.slice(0, 10))];

/** Errors: BAD_REQUEST naming the restriction that no part of a tariff can have. */
export function readRestrictions(given: OcpiRestrictions, field: string): Restricted {
  const { start_time, end_time, day_of_week: names = [] } = given;
  const { min_duration: min = 0, max_duration: max } = given;
  const days = DAYS.filter((_, i) => names.some((name) => name === OCPI_DAYS[i]));
  const dates = datesOf(given, field);
  const isTimed = start_time !== undefined || end_time !== undefined;
  const when: When = {
    ...(days.length > 0 && days.length < OCPI_DAYS.length && { days }),
    ...(isTimed && {
      from_minute: minuteOf(start_time ?? MIDNIGHT),
      to_minute: minuteOf(end_time ?? MIDNIGHT),
    }),
    ...(dates !== undefined && { dates: [dates] }),
  };
  checkNight(when, field);
  const fromMinute = minutesIn(min, `${field}.min_duration`);
  const untilMinute = max === undefined ? Infinity : minutesIn(max, `${field}.max_duration`);
  if (untilMinute <= fromMinute)
    throw badField(`${field}.max_duration`, 'must be more than min_duration');
  return { when, fromMinute, untilMinute };
}

/** The standard does not say whether the hours after midnight belong to the day before. */
function checkNight(
  { days, dates, from_minute: from = 0, to_minute: to = 0 }: When,
  field: string,
) {
  if (to === 0 || to > from) return;
  if (to === from) throw badField(`${field}.end_time`, 'must not be start_time, except 00:00');
  const named = days === undefined ? dates && 'dates' : 'day_of_week';
  if (named === undefined) return;
  const rule = 'use one element until 00:00 and one from 00:00';
  throw badField(`${field}.end_time`, `must not be past midnight beside ${named}: ${rule}`);
}

function datesOf({ start_date: start, end_date: end }: OcpiRestrictions, field: string) {
  if (start === undefined && end === undefined) return undefined;
  const first = start === undefined ? FIRST_DAY : readDate(start, `${field}.start_date`);
  const last = end === undefined ? END_DAY - 1 : readDate(end, `${field}.end_date`) - 1;
  if (last < first) throw badField(`${field}.end_date`, 'must be after start_date');
  return { first, last };
}

function readDate(text: string, field: string): number {
  const day = dayOf(text);
  if (Number.isInteger(day) && day >= FIRST_DAY && day <= END_DAY && dateOf(day) === text)
    return day;
  throw badField(field, `${text} must be a date such as 2026-06-01`);
}

function minutesIn(seconds: number, field: string): number {
  if (seconds % secondsInMinute !== 0)
    throw badField(field, 'must be whole minutes, because stays are');
  return seconds / secondsInMinute;
}
