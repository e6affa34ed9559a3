import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import { actorOf, actorValues } from '../../access/principals/actor.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { notFound } from '../../kit/errors.ts';
import { UUID } from '../../parking/lots/find-lot.ts';
import type { Querier } from '../../stores/postgres.ts';

/**
 * Marks a local event of the caller's operator as deleted. Errors: NOT_FOUND for an id that is
 * unknown, deleted, of another operator, of the other mode or not a UUID; FORBIDDEN for a fleet's
 * key.
 */
export async function deleteLocalEvent(
  db: Querier,
  caller: Principal,
  eventId: string,
  requestId: string,
): Promise<void> {
  refuseFleet(caller, 'local events');
  if (!UUID.test(eventId)) throw notFound('local event');
  const deleted = await db.query('local_events_delete', {
    eventId,
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    ...actorValues(actorOf(caller, requestId)),
  });
  if (deleted.length === 0) throw notFound('local event');
}
