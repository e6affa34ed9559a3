import type { LatLng } from '../geometry/great-circle.ts';
import type { Querier } from '../stores/postgres.ts';
import type { LocalEvent } from './local-event.ts';

/** An event as everybody may see it. */
export type EventNear = Pick<LocalEvent, 'name' | 'type' | 'impact' | 'starts_at' | 'ends_at'>;

/** More than this at one time and place are not read. */
const EVENTS_READ_MAX = 500;

/**
 * The local events of all operators of a world that overlap [from, to) and are felt somewhere in a
 * circle, those with most impact first. One that several operators entered (of the same type and
 * name, at overlapping times) is listed once.
 */
export async function listEventsNear(
  db: Querier,
  { centre, radiusM }: { centre: LatLng; radiusM: number },
  { from, to, livemode }: { from: Date; to: Date; livemode: boolean },
): Promise<EventNear[]> {
  const events = await db.query<EventNear>('local_events_list_near', {
    livemode,
    latitude: centre.lat,
    longitude: centre.lng,
    radius_m: radiusM,
    from_at: from,
    to_at: to,
    event_count_max: EVENTS_READ_MAX,
  });
  return events.filter((event, i) => !events.slice(0, i).some((other) => isSame(event, other)));
}

function isSame(a: EventNear, b: EventNear): boolean {
  return (
    a.type === b.type &&
    a.starts_at < b.ends_at &&
    b.starts_at < a.ends_at &&
    a.name.toLowerCase() === b.name.toLowerCase()
  );
}
