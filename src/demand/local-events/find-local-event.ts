import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { notFound } from '../../kit/errors.ts';
import { UUID } from '../../parking/lots/find-lot.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { LocalEvent } from './local-event.ts';

/**
 * A local event of the caller's operator. Errors: NOT_FOUND for an id that is unknown, deleted, of
 * another operator, of the other mode or not a UUID; FORBIDDEN for a fleet's key.
 */
export async function findLocalEvent(
  db: Querier,
  caller: Principal,
  eventId: string,
): Promise<LocalEvent> {
  refuseFleet(caller, 'local events');
  if (!UUID.test(eventId)) throw notFound('local event');
  const [row] = await db.query<LocalEvent>('local_events_find', {
    eventId,
    operatorId: caller.operatorId,
    livemode: caller.livemode,
  });
  if (row === undefined) throw notFound('local event');
  return row;
}
