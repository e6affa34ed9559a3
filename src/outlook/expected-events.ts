import { dateOf } from '../days.ts';
import type { Impact } from '../forecast/unusual-days.ts';
import type { LatLng } from '../geometry/great-circle.ts';
import { type EventNear, listEventsNear } from '../local-events/list-events-near.ts';
import { readPlaceKey } from '../market/forecast-lot.ts';
import type { Querier } from '../stores/postgres.ts';

export const PUBLIC_HOLIDAY = 'public_holiday' as const;
/** How much a public holiday changes parking differs from place to place, and is not known. */
const HOLIDAY_IMPACT: Impact = 'medium';
/** Events in one answer: public holidays first, then those with most impact. */
const EVENTS_SHOWN_MAX = 50;

export type ExpectedEvent = {
  name: string;
  type: EventNear['type'] | typeof PUBLIC_HOLIDAY;
  impact: Impact;
};

type Question = {
  circle: { centre: LatLng; radiusM: number };
  livemode: boolean;
  day: number;
  /** The local day as a time. */
  from: Date;
  to: Date;
  /** See placeKey. */
  places: ReadonlySet<string>;
};

/** What happens in a circle on a local day: public holidays, and what operators entered. */
export async function expectedEvents(db: Querier, question: Question): Promise<ExpectedEvent[]> {
  const places = [...question.places].map(readPlaceKey);
  const [holidays, events] = await Promise.all([
    db.query<{ name: string }>('public_holidays_list', {
      day: dateOf(question.day),
      countries: places.map(({ country }) => country),
      states: places.map(({ state }) => state),
    }),
    listEventsNear(db, question.circle, question),
  ]);
  const all = [
    ...holidays.map(({ name }) => ({ name, type: PUBLIC_HOLIDAY, impact: HOLIDAY_IMPACT })),
    ...events.map(({ name, type, impact }) => ({ name, type, impact })),
  ];
  return all.slice(0, EVENTS_SHOWN_MAX);
}
