import type { Impact } from '../../kit/forecast/history/unusual-days.ts';
import { greatCircleMetres, type LatLng } from '../../kit/geo/great-circle.ts';
import { placeKey } from '../forecasts/forecast-lot.ts';
import { byImpact, countedOnDay } from '../local-events/count-by-day.ts';
import type { AnyLocalEvent } from '../local-events/list-local-events.ts';
import type { CalendarEvents } from './calendar-events.ts';

export const PUBLIC_HOLIDAY = 'public_holiday' as const;
/** How much a public holiday changes parking differs from place to place, and is not known. */
const HOLIDAY_IMPACT: Impact = 'medium';
/** Events in one answer: public holidays first, then those that are felt farthest. */
const EVENTS_SHOWN_MAX = 50;

export type ExpectedEvent = {
  name: string;
  type: AnyLocalEvent['type'] | typeof PUBLIC_HOLIDAY;
  impact: Impact;
};

type Question = {
  centre: LatLng;
  radiusM: number;
  livemode: boolean;
  /** The local day as a time. */
  from: Date;
  to: Date;
  /** See placeKey. */
  places: ReadonlySet<string>;
};

/**
 * What happens in a circle on a local day: public holidays, and what operators of the mode entered
 * that is felt somewhere in it, with most impact first. An event that several of them entered (of
 * the same type and name, at overlapping times) is listed once, as the one said whose word reaches
 * farthest. So operators with few spaces displace and change nothing that others entered.
 */
export function expectedEvents(
  { holidays, events }: CalendarEvents,
  { centre, radiusM, livemode, from, to, places }: Question,
): ExpectedEvent[] {
  const names = holidays
    .filter(({ country, state }) => places.has(placeKey(country, state)))
    .map(({ name }) => name);
  const felt = events
    .filter((event) => event.livemode === livemode && event.startsAt < to && event.endsAt > from)
    .filter(({ latitude, longitude, feltM }) => {
      const distanceM = greatCircleMetres(centre, { lat: latitude, lng: longitude });
      return distanceM <= radiusM + feltM;
    });
  const once: AnyLocalEvent[] = [];
  for (const event of countedOnDay(felt).sort((a, b) => b.feltM - a.feltM)) {
    if (once.length === EVENTS_SHOWN_MAX) break;
    if (!once.some((other) => isSame(event, other))) once.push(event);
  }
  const off = [...new Set(names)].map((name) => ({
    name,
    type: PUBLIC_HOLIDAY,
    impact: HOLIDAY_IMPACT,
  }));
  const entered = byImpact(once).map(({ name, type, impact }) => ({ name, type, impact }));
  return [...off, ...entered].slice(0, EVENTS_SHOWN_MAX);
}

function isSame(a: AnyLocalEvent, b: AnyLocalEvent): boolean {
  return (
    a.type === b.type &&
    a.startsAt < b.endsAt &&
    b.startsAt < a.endsAt &&
    a.name.toLowerCase() === b.name.toLowerCase()
  );
}
