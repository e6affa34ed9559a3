import { millisecondsInDay } from 'date-fns/constants';
import type { Clock } from '../clock.ts';
import { dateOf } from '../days.ts';
import { type AnyLocalEvent, listLocalEvents } from '../local-events/list-local-events.ts';
import { keepTiles } from '../market/keep-tiles.ts';
import type { Notices } from '../stores/notices.ts';
import type { Querier } from '../stores/postgres.ts';

/** `state` is '' where the whole country has the holiday off. */
export type Holiday = { country: string; state: string; name: string };

/** What happens anywhere on a local day: some events are only felt on the day before or after. */
export type Happenings = { holidays: readonly Holiday[]; events: readonly AnyLocalEvent[] };

/** What happens on a day (counted from 1970-01-01), as far as the database has notified of it. */
export type ReadHappenings = (day: number) => Promise<Happenings>;

/** Holidays and events that are kept, each once for every day; about 300 bytes each. */
const HAPPENINGS_KEPT_MAX = 100_000;
/** A day without any takes as much memory as one. */
const DAY_SIZE = 1;
/** In case the network loses the database's notices without closing the connection. */
const KEPT_MS_MAX = 30_000;

/** Of one reading. */
type Found = { version: string; holidays: (Holiday & { day: number })[]; events: AnyLocalEvent[] };

/** Days are kept in memory until anything changes. `notices`: of the channel `forecast`. */
export function openHappenings({
  db,
  clock,
  notices,
}: {
  db: Querier;
  clock: Clock;
  notices: Notices;
}): ReadHappenings {
  let readings = 0;

  /** While changes are not notified, no reading is the same as the one before. */
  function version(): string {
    readings += 1;
    return notices.isListening() ? `change ${notices.changeCount()}` : `reading ${readings}`;
  }

  const read = keepTiles<Happenings, Found, undefined, number>(
    { clock, notices },
    {
      find: async (days) => ({ version: version(), ...(await readDays(db, days)) }),
      versionOf: (found) => found.version,
      restOf: () => undefined,
      tilesOf,
      sizeOf: ({ holidays, events }) => DAY_SIZE + holidays.length + events.length,
    },
    { sizeMax: HAPPENINGS_KEPT_MAX, keptMsMax: KEPT_MS_MAX },
  );
  return async (day) => {
    const [found] = (await read([day])).tiles;
    if (found === undefined) throw new Error('the day that was asked for was not read');
    return found;
  };
}

async function readDays(db: Querier, days: readonly number[]): Promise<Omit<Found, 'version'>> {
  if (days.length === 0) return { holidays: [], events: [] };
  const [holidays, events] = await Promise.all([
    db.query<Holiday & { day: number }>('public_holidays_list', { days: days.map(dateOf) }),
    listLocalEvents(db, {
      from: startBefore(Math.min(...days)),
      to: endAfter(Math.max(...days)),
    }),
  ]);
  return { holidays, events };
}

/** By any wall clock. */
const startBefore = (day: number) => new Date((day - 1) * millisecondsInDay);
const endAfter = (day: number) => new Date((day + 2) * millisecondsInDay);

function tilesOf({ holidays, events }: Found, days: readonly number[]): Happenings[] {
  return days.map((day) => ({
    holidays: holidays.filter((holiday) => holiday.day === day),
    events: events.filter(
      ({ starts_at, ends_at }) => starts_at < endAfter(day) && ends_at > startBefore(day),
    ),
  }));
}
