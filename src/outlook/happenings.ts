import { millisecondsInDay } from 'date-fns/constants';
import { dateOf } from '../days.ts';
import { type AnyLocalEvent, listLocalEvents } from '../local-events/list-local-events.ts';
import type { Querier } from '../stores/postgres.ts';
import { gatherLoads } from '../turns/gather-loads.ts';

/** `state` is '' where the whole country has the holiday off. */
export type Holiday = { country: string; state: string; name: string };

/** What happens anywhere on a local day: some events are only felt on the day before or after. */
export type Happenings = { holidays: readonly Holiday[]; events: readonly AnyLocalEvent[] };

/**
 * Reads what happens on a day (counted from 1970-01-01), as it is during the call. Concurrent
 * callers share a reading: each of them needs only a part of it, but most of its time is the way to
 * the database.
 */
export type ReadHappenings = (day: number) => Promise<Happenings>;

export function openHappenings(db: Querier): ReadHappenings {
  let found: ReadonlyMap<number, Happenings> = new Map();
  const load = gatherLoads(async (days: readonly number[]) => {
    found = await readDays(db, days);
  });
  return async (day) => {
    await load([day]);
    const happenings = found.get(day);
    if (happenings === undefined) throw new Error('a day was not read with the others');
    return happenings;
  };
}

async function readDays(
  db: Querier,
  days: readonly number[],
): Promise<ReadonlyMap<number, Happenings>> {
  const [holidays, events] = await Promise.all([
    db.query<Holiday & { day: number }>('public_holidays_list', { days: days.map(dateOf) }),
    listLocalEvents(db, {
      from: new Date((Math.min(...days) - 1) * millisecondsInDay),
      to: new Date((Math.max(...days) + 2) * millisecondsInDay),
    }),
  ]);
  const byDay = Map.groupBy(holidays, ({ day }) => day);
  return new Map(days.map((day) => [day, { holidays: byDay.get(day) ?? [], events }]));
}
