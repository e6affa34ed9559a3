import { publicHolidays } from '../../src/kit/calendar/public-holidays.ts';
import { CALENDAR_DAYS } from '../../src/kit/forecast/lot-forecast.ts';
import { dateOf } from '../../src/kit/time/days.ts';
import type { Querier } from '../../src/stores/postgres.ts';
import type { Lot } from './lots.ts';

/**
 * Writes the public holidays of the places of some lots where readers see them: those of the year
 * from today on, by any wall clock. Readers do not compute them, because that takes 40 MB.
 */
export async function writeHolidays(
  db: Querier,
  lots: readonly Lot[],
  today: number,
): Promise<void> {
  const places = new Map(
    lots.flatMap(({ country, state }) =>
      country === null ? [] : [[`${country} ${state ?? ''}`, { country, state }] as const],
    ),
  );
  const holidays = [...places.values()].flatMap(({ country, state }) =>
    [...publicHolidays({ country, state }, today - 1, today + CALENDAR_DAYS + 1)].map(
      ([day, name]) => ({ country, state: state ?? '', day: dateOf(day), name }),
    ),
  );
  await db.query('public_holidays_put', {
    places: JSON.stringify([...places.values()].map((one) => ({ ...one, state: one.state ?? '' }))),
    holidays: JSON.stringify(holidays),
    fromDay: dateOf(today - 1),
  });
}
