import { tzOffset } from '@date-fns/tz';
import { publicHolidays } from '../../../../src/kit/calendar/public-holidays.ts';
import { dateOf, dayOf, daysSinceMonday } from '../../../../src/kit/time/days.ts';
import { VEHICLE_KINDS, type VehicleKind } from '../../../../src/kit/vehicle-kinds.ts';
import type { LotPlace } from '../../../../src/tariffs/price/lot-clock.ts';
import { instantAt } from '../local-instant.ts';

export type UsualStay = {
  starts: string;
  startedAt: Date;
  endedAt: Date;
  vehicleKind: VehicleKind | null;
};

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
/** The year of the dates in published price lists. */
const [FIRST_DAY, DAYS_IN_YEAR] = [dayOf('2026-01-01'), 365];
/** A Wednesday morning before and at a full hour, Thursday evening, Saturday, Sunday night. */
const STARTS = ['06-03T07:43', '06-03T10:00', '06-04T18:20', '06-06T09:30', '06-07T22:15'];
/** From a minute to a month; edges of steps from both sides. */
const LENGTHS = [
  ...[1, 10, 15, 16, 30, 31, 45, 60, 61, 90, 120, 121, 180, 240, 300, 419, 600, 721],
  ...[1_440, 1_441, 2_881, 5_000, 11_000, 43_200],
];
const KINDS = [null, ...VEHICLE_KINDS];

/** Each length from each of a few times, for each kind of vehicle by turns. */
export function usualStays(place: LotPlace): UsualStay[] {
  const starts = [
    ...STARTS.map((start) => `2026-${start}`),
    ...workdayHolidays(place).map((day) => `${dateOf(day)}T09:10`),
    ...daysBeforeChange(place.timezone).map((day) => `${dateOf(day)}T21:05`),
  ];
  const stays = starts.flatMap((start) => LENGTHS.map((minutes) => ({ start, minutes })));
  return stays.map(({ start, minutes }, i) => {
    const startedAt = instantAt(start, place.timezone);
    const endedAt = new Date(startedAt.getTime() + minutes * MINUTE_MS);
    const vehicleKind = KINDS[i % KINDS.length] ?? null;
    return { starts: start, startedAt, endedAt, vehicleKind };
  });
}

/** The first public holiday of the year on Monday to Friday; of a few countries none is known. */
function workdayHolidays(place: LotPlace): number[] {
  const days = [...publicHolidays(place, FIRST_DAY, FIRST_DAY + DAYS_IN_YEAR).keys()];
  const workdays = days.filter((day) => daysSinceMonday(day) < 5);
  return workdays.toSorted((one, other) => one - other).slice(0, 1);
}

/** After which the clocks are changed at night: on two days of the year, or never. */
function daysBeforeChange(timezone: string): number[] {
  const noonOffset = (day: number) => tzOffset(timezone, new Date((day + 0.5) * DAY_MS));
  const days = Array.from({ length: DAYS_IN_YEAR }, (_, i) => FIRST_DAY + i);
  return days.filter((day) => noonOffset(day) !== noonOffset(day + 1));
}
