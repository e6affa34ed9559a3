import { minutesInDay } from 'date-fns/constants';
import { daysSinceMonday } from '../../kit/time/days.ts';
import type { VehicleKind } from '../../kit/vehicle-kinds.ts';
import { DAYS, type Tariff, type When } from '../tariff.ts';
import { isHoliday, type LotPlace, localMinuteAt, nextShown } from './lot-clock.ts';

/** What parts of a tariff may depend on, beside the time. */
export type Conditions = {
  place: LotPlace;
  /** null: not known, so that no part for certain kinds holds. */
  vehicleKind: VehicleKind | null;
};

/** Which stay is priced, apart from the tariff and its end. */
export type Occasion = Conditions & { startedAt: Date };

/** What holds at a minute, and until when that is certain. */
export type PartAt = {
  /** Its index; null: no part holds, so that the minute is not for sale. */
  part: number | null;
  /** Tells the occurrences of a part apart: the day on which it began. */
  occurrence: number;
  untilMs: number;
};

/** Reads which part of the tariff holds at an instant of the stay, milliseconds since 1970. */
export type PartReader = (atMs: number) => PartAt;

/** Prepares to read the parts of one stay. */
export function partReader({ parts }: Tariff, occasion: Occasion): PartReader {
  const { timezone } = occasion.place;
  const candidates: { part: number; when: When }[] = [];
  for (const [part, { when = ALWAYS }] of parts.entries())
    if (isOfKind(when, occasion.vehicleKind)) candidates.push({ part, when });
  const [first] = candidates;
  if (first === undefined) return () => ({ part: null, occurrence: 0, untilMs: Infinity });
  if (isAlways(first.when)) return () => ({ part: first.part, occurrence: 0, untilMs: Infinity });
  const edges = edgesOf(candidates.map(({ when }) => when));
  const firstDay = localMinuteAt(timezone, occasion.startedAt.getTime()).day;
  const fits = (when: When, day: number) => dayFits(when, day, occasion.place);
  return (atMs) => {
    const untilMs = nextShown(timezone, atMs, edges);
    const local = localMinuteAt(timezone, atMs);
    for (const { part, when } of candidates) {
      const day = windowDay(when, local.day, local.minute, fits);
      if (day === undefined) continue;
      const isWindow = when.from_minute !== undefined;
      return { part, occurrence: isWindow ? day : runBegin(when, day, firstDay, fits), untilMs };
    }
    return { part: null, occurrence: 0, untilMs };
  };
}

const ALWAYS: When = {};

type DayFits = (when: When, day: number) => boolean;

function isOfKind({ vehicle_kinds: kinds }: When, kind: VehicleKind | null): boolean {
  return kinds === undefined || (kind !== null && kinds.includes(kind));
}

function isAlways({ days, dates, from_minute }: When): boolean {
  return days === undefined && dates === undefined && from_minute === undefined;
}

/** The minutes of a day at which another part may begin to hold, ascending, and midnight. */
function edgesOf(whens: readonly When[]): number[] {
  const edges = whens.flatMap(({ from_minute = 0, to_minute = 0 }) => [from_minute, to_minute]);
  return [...new Set([...edges, minutesInDay])].sort((a, b) => a - b);
}

/** The day on which the window of a part began that a minute is in; undefined: it is in none. */
function windowDay(when: When, day: number, minute: number, fits: DayFits): number | undefined {
  const { from_minute: from = 0, to_minute: to = minutesInDay } = when;
  const isOvernight = to <= from;
  if (minute >= from && (isOvernight || minute < to) && fits(when, day)) return day;
  return isOvernight && minute < to && fits(when, day - 1) ? day - 1 : undefined;
}

/** The first day of the run of days that a part without hours holds on, or that of the stay. */
function runBegin(when: When, day: number, firstDay: number, fits: DayFits): number {
  if (isAlways(when)) return firstDay;
  let begin = day;
  while (begin > firstDay && fits(when, begin - 1)) begin -= 1;
  return begin;
}

function dayFits({ days, dates }: When, day: number, place: LotPlace): boolean {
  if (dates !== undefined && !dates.some(({ first, last }) => first <= day && day <= last))
    return false;
  if (days === undefined) return true;
  const weekday = DAYS[daysSinceMonday(day)];
  if (weekday !== undefined && days.includes(weekday)) return true;
  return days.includes('holiday') && isHoliday(place, day);
}
