import { millisecondsInDay } from 'date-fns/constants';
import type { Clock } from '../../kit/clock.ts';
import { boxesAroundCircle } from '../../kit/geo/bounding-boxes.ts';
import { reachAt } from '../../kit/geo/cell-reach.ts';
import { cellAt, cellCentre, cellParent } from '../../kit/geo/cells.ts';
import { circleCap, coverCircle } from '../../kit/geo/circle-cover.ts';
import { EARTH_RADIUS_M, type LatLng } from '../../kit/geo/great-circle.ts';
import { dateOf } from '../../kit/time/days.ts';
import type { Notices } from '../../stores/notices.ts';
import type { Querier } from '../../stores/postgres.ts';
import { type AnyLocalEvent, listLocalEvents } from '../local-events/list-local-events.ts';
import { EVENT_RADIUS_KM } from '../local-events/local-event.ts';
import { tileCache } from '../tiles/tile-cache.ts';

/** `state` is '' where the whole country has the holiday off. */
type Holiday = { country: string; state: string; name: string };

/** What happens on a local day by any wall clock: some of it only on the day before or after. */
export type CalendarEvents = { holidays: readonly Holiday[]; events: readonly AnyLocalEvent[] };

/**
 * What happens on a day (counted from 1970-01-01), as far as the database has notified of it: all
 * holidays, and at least the events that may be felt in a circle.
 */
export type ReadCalendarEvents = (
  day: number,
  circle: { centre: LatLng; radiusM: number },
) => Promise<CalendarEvents>;

/** Holidays, and events, that are kept, each once for every day; about 300 bytes each. */
const KEPT_MAX = 100_000;
/** A day, or a day of a cell, without any takes as much memory as one. */
const EMPTY_SIZE = 1;
/** In case the network loses the database's notices without closing the connection. */
const KEPT_MS_MAX = 30_000;
const FELT_M_MAX = EVENT_RADIUS_KM.max * 1_000;
/**
 * The H3 resolution of cells whose events are read together (12,400 km2): few of them for a circle,
 * because there is a reading for each day.
 */
const EVENTS_RESOLUTION = 3;

type Deps = { db: Querier; clock: Clock; notices: Notices; calendarEventsKeptMax?: number };

/** Days are kept in memory until anything changes. `notices`: of the channel `forecast`. */
export function openCalendarEvents(deps: Deps): ReadCalendarEvents {
  const readHolidays = keepDays(deps, (days: readonly number[]) => findHolidays(deps.db, days));
  const readEvents = keepDays(deps, (keys: readonly string[]) => findEvents(deps.db, keys));
  return async (day, { centre, radiusM }) => {
    const cells = coverCircle(circleCap(centre, radiusM + FELT_M_MAX), EVENTS_RESOLUTION);
    const [holidays, events] = await Promise.all([
      readHolidays([day]),
      readEvents(cells.map((cell) => `${day} ${cell}`)),
    ]);
    return { holidays: holidays.tiles.flat(), events: events.tiles.flat() };
  };
}

/** Each key has a list. `find` answers in the order of the keys. */
function keepDays<One, Key>(
  { clock, notices, calendarEventsKeptMax = KEPT_MAX }: Deps,
  find: (keys: readonly Key[]) => Promise<One[][]>,
) {
  let readings = 0;

  /** While changes are not notified, no reading counts as the same as the previous one. */
  function version(): string {
    readings += 1;
    return notices.isListening() ? `change ${notices.changeCount()}` : `reading ${readings}`;
  }

  return tileCache<One[], { version: string; lists: One[][] }, undefined, Key>(
    { clock, notices },
    {
      find: async (keys) => ({ version: version(), lists: await find(keys) }),
      versionOf: (found) => found.version,
      restOf: () => undefined,
      tilesOf: ({ lists }) => lists,
      sizeOf: (list) => EMPTY_SIZE + list.length,
    },
    { sizeMax: calendarEventsKeptMax, keptMsMax: KEPT_MS_MAX },
  );
}

async function findHolidays(db: Querier, days: readonly number[]): Promise<Holiday[][]> {
  if (days.length === 0) return [];
  const found = await db.query<Holiday & { day: number }>('public_holidays_list', {
    days: days.map(dateOf),
  });
  return days.map((day) => found.filter((holiday) => holiday.day === day));
}

/** The events in cells on days; each key is a day and a cell. */
async function findEvents(db: Querier, keys: readonly string[]): Promise<AnyLocalEvent[][]> {
  const cellsByDay = new Map<number, bigint[]>();
  for (const key of keys) {
    const [day, cell = ''] = key.split(' ');
    const cells = cellsByDay.get(Number(day)) ?? [];
    cells.push(BigInt(cell));
    cellsByDay.set(Number(day), cells);
  }
  const found = new Map<string, AnyLocalEvent[]>();
  for (const [day, cells] of cellsByDay) {
    const events = await listLocalEvents(db, {
      // By any wall clock.
      from: new Date((day - 1) * millisecondsInDay),
      to: new Date((day + 2) * millisecondsInDay),
      boxes: cells.flatMap(boxesAroundCell),
    });
    for (const [cell, own] of Map.groupBy(events, cellOf)) found.set(`${day} ${cell}`, own);
  }
  return keys.map((key) => found.get(key) ?? []);
}

const boxesAroundCell = (cell: bigint) =>
  boxesAroundCircle(cellCentre(cell), EARTH_RADIUS_M * reachAt(EVENTS_RESOLUTION));

const cellOf = ({ latitude, longitude }: AnyLocalEvent) =>
  cellParent(cellAt(latitude, longitude), EVENTS_RESOLUTION);
