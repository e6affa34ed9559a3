import { addDay, type DaySet, emptyDaySet } from '../time/day-set.ts';
import { fillFactors } from './day-forecast.ts';
import { type DayCurve, HOLIDAY } from './history/day-curve.ts';
import type { LotDayCurves } from './history/lot-day-curves.ts';
import { noExperience } from './history/unusual-days.ts';
import { CALENDAR_DAYS, HORIZONS, type UnusualDay } from './lot-forecast.ts';
import { UNUSUAL_DAYS_MAX } from './packed-forecast.ts';

/** The public holidays among the days after the history. */
export function holidaysAfter({ kinds }: DayCurve, days: number): DaySet {
  const holidays = emptyDaySet(CALENDAR_DAYS);
  for (let i = 0; i < CALENDAR_DAYS; i += 1) if (kinds[days + i] === HOLIDAY) addDay(holidays, i);
  return holidays;
}

/** What events do to the mean of a day, beyond the days that are forecast singly. */
export function unusualAfter({ shares, sessions }: LotDayCurves, days: number): UnusualDay[] {
  const ahead = [...shares.marks.keys()].filter((day) => day >= days + HORIZONS);
  const meanOf = (dayCurve: DayCurve, day: number) => {
    const factors = new Float32Array(dayCurve.slots);
    fillFactors({ ...dayCurve, onHolidays: noExperience() }, day, factors);
    return factors.reduce((sum, factor) => sum + factor, 0) / factors.length;
  };
  return ahead
    .sort((a, b) => a - b)
    .slice(0, UNUSUAL_DAYS_MAX)
    .map((day) => ({
      ahead: day - days,
      share: meanOf(shares, day),
      daily: meanOf(sessions, day) ** 2,
    }));
}
