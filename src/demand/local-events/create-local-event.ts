import { rememberValues, type WriteContext } from '../../access/idempotency/remember.ts';
import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import { PLAN_LIMITS, PLAN_NAMES, shownFigure } from '../../access/plans/plan-limits.ts';
import type { Plan } from '../../access/plans/platform-fee.ts';
import { actorOf, actorValues } from '../../access/principals/actor.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { databaseError } from '../../kit/embedded-postgres/database-error.ts';
import { badField, conflict } from '../../kit/errors.ts';
import { areaParameters, boxesAroundCircle } from '../../kit/geo/bounding-boxes.ts';
import { type Querier, readClock } from '../../stores/postgres.ts';
import {
  EVENTS_OF_A_TYPE_MAX,
  LOT_REACH_KM,
  type LocalEvent,
  START_DAYS_MAX,
} from './local-event.ts';
import { type LocalEventDetails, newLocalEvent } from './new-local-event.ts';

/**
 * Adds a local event of the caller's operator in the caller's mode. Errors: BAD_REQUEST naming
 * `name`, `starts_at`, `ends_at`, or `lat` when the operator has no listed, active lot within
 * LOT_REACH_KM; CONFLICT local_event_limit; FORBIDDEN for a fleet's key.
 */
export async function createLocalEvent(
  db: Querier,
  caller: Principal,
  details: LocalEventDetails,
  context: WriteContext<LocalEvent>,
): Promise<LocalEvent> {
  refuseFleet(caller, 'local events');
  const localEvent = newLocalEvent(details, await readClock(db));
  if (!(await insert(db, caller, localEvent, context)))
    throw badField(
      'lat',
      `with lng must be within ${LOT_REACH_KM} km of a listed, active lot of yours`,
    );
  return localEvent;
}

/** False, and nothing is written, when none of the operator's lots is near. */
async function insert(
  db: Querier,
  caller: Principal,
  localEvent: LocalEvent,
  { requestId, remember }: WriteContext<LocalEvent>,
): Promise<boolean> {
  const reachM = LOT_REACH_KM * 1_000;
  const centre = { lat: localEvent.latitude, lng: localEvent.longitude };
  const { local_events_ahead_max, local_events_past_max } = PLAN_LIMITS[caller.plan];
  const values = {
    ...localEvent,
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    aheadMax: local_events_ahead_max,
    pastMax: local_events_past_max,
    reachM,
    ...areaParameters(boxesAroundCircle(centre, reachM)),
    ...actorValues(actorOf(caller, requestId)),
    ...rememberValues(remember, localEvent),
  };
  const [row] = await db
    .query<{ isNear: boolean; fullOf: 'ahead' | 'past' | null }>('local_events_insert', values)
    .catch((error) => {
      throw isOfFullType(error) ? typeLimitReached(localEvent.type) : error;
    });
  if (row?.isNear !== true) return false;
  if (row.fullOf === 'ahead')
    throw limitReached(caller.plan, local_events_ahead_max, 'that are not over');
  if (row.fullOf === 'past')
    throw limitReached(
      caller.plan,
      local_events_past_max,
      `that ended in the last ${START_DAYS_MAX} days`,
    );
  return true;
}

const isOfFullType = (error: unknown) =>
  databaseError(error)?.constraint === 'local_events_of_a_type';

function typeLimitReached(type: string) {
  return conflict(
    'local_event_limit',
    `you have ${EVENTS_OF_A_TYPE_MAX} local events of type ${type} on one day within ` +
      `${LOT_REACH_KM} km: delete one first`,
    { events_max: EVENTS_OF_A_TYPE_MAX },
  );
}

function limitReached(plan: Plan, eventsMax: number, which: string) {
  return conflict(
    'local_event_limit',
    `you have reached the limit of ${shownFigure(eventsMax)} local events ${which} of the ` +
      `${PLAN_NAMES[plan]} plan: delete one, or ask for another plan`,
    { events_max: eventsMax, plan },
  );
}
