import type { LocalEventDetails } from '../../../../src/demand/local-events/new-local-event.ts';

const HOUR_MS = 3_600_000;

/** A concert in Toronto, from so many hours from now until so many. */
export function detailsOf(
  [from, to]: readonly [from: number, to: number],
  more: Partial<LocalEventDetails> = {},
): LocalEventDetails {
  const now = Date.now();
  return {
    name: 'Concert',
    type: 'concert',
    impact: 'medium',
    startsAt: new Date(now + from * HOUR_MS),
    endsAt: new Date(now + to * HOUR_MS),
    lat: 43.6532,
    lng: -79.3832,
    radiusKm: 1,
    ...more,
  };
}
