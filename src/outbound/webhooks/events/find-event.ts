import { refuseFleet } from '../../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { EVENT_ID, type ShownEvent } from './shown-event.ts';

/**
 * An event of the caller's operator. Errors: NOT_FOUND for an id that is unknown, of another
 * operator or of the other mode; FORBIDDEN for a fleet's key.
 */
export async function findEvent(
  db: Querier,
  caller: Principal,
  eventId: string,
): Promise<ShownEvent> {
  refuseFleet(caller, 'events');
  if (!EVENT_ID.test(eventId)) throw notFound('event');
  const [row] = await db.query<ShownEvent>('events_find', {
    eventId,
    operatorId: caller.operatorId,
    livemode: caller.livemode,
  });
  if (row === undefined) throw notFound('event');
  return row;
}
