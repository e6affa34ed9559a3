import { addMinutes } from 'date-fns/addMinutes';
import { rememberValues, type WriteContext } from '../../access/idempotency/remember.ts';
import { newId } from '../../access/ids.ts';
import { actorOf, actorValues } from '../../access/principals/actor.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { databaseError } from '../../kit/embedded-postgres/database-error.ts';
import { type AppError, badField, conflict } from '../../kit/errors.ts';
import type { Schedule } from '../../kit/hours/schedule.ts';
import type { Querier } from '../../stores/postgres.ts';
import { refuseUnsold } from '../../tariffs/for-sale.ts';
import { sessionExtended } from '../events/session-events.ts';
import { checkOpen } from '../lots/check-open.ts';
import { checkMaxStay } from '../lots/max-stay.ts';
import { explainRefusal } from '../mandates/explain-refusal.ts';
import { checkLonger } from '../mandates/judge-stay.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import { authorizeMore, notActive } from './authorization/authorize-more.ts';
import { findAuthorized } from './authorization/note-authorized.ts';
import { findNamedSession, type SessionName } from './find-session.ts';
import { intentOf, isOverdue, priceOfStay, type Session, withEstimate } from './session.ts';

export const EXTENSION_STEP_MINUTES = 30;
export const EXTENSION_MINUTES_MAX = 24 * 60;
/**
 * Each lost attempt means that another caller extended the session. There cannot be more of those
 * than a session has steps.
 */
const ATTEMPTS_MAX = EXTENSION_MINUTES_MAX / EXTENSION_STEP_MINUTES + 2;

type Deps = { db: Querier; payments: PaymentGateway };

export type ExtensionRequest = SessionName & {
  /** A multiple of EXTENSION_STEP_MINUTES. */
  minutes: number;
  /** The request field that the minutes came from, for the error that refuses them. */
  field: string;
};

/**
 * Moves the expected end of an active stay, at most 24 hours in total. Concurrent extensions all
 * count: each is added to the previous one. Errors: NOT_FOUND (session, or a code that does not
 * match), BAD_REQUEST naming `field` past 24 hours, FORBIDDEN mandate_exceeded, CONFLICT not_active
 * | not_authorized | closed | max_stay | lot_full (a hold begins before the new end) |
 * extension_declined | authorize_extension (the driver has to authorise another payment first),
 * BAD_GATEWAY.
 */
export async function extendSession(
  { db, payments }: Deps,
  caller: Principal,
  request: ExtensionRequest,
  context: WriteContext<Session>,
): Promise<Session> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const named = await findNamedSession(db, caller, request);
    const found = await findAuthorized({ db, payments }, caller, named);
    if (found.status !== 'active' || isOverdue(found, found.now)) throw notActive();
    if (found.extendedMinutes + request.minutes > EXTENSION_MINUTES_MAX) throw tooLong(request);
    const session = extended(found, request.minutes);
    refuseUnsold(priceOfStay(session));
    await checkMandate(caller, session);
    await checkMayStay(db, found, session.expectedEnd);
    const authorized = await authorizeMore({ db, payments }, caller, session);
    if (await write(db, authorized, request, caller, context)) return authorized;
  }
  throw new Error(`a session was extended by others ${ATTEMPTS_MAX} times meanwhile`);
}

/** 403 `mandate_exceeded`, for the whole stay as it would be. */
function checkMandate({ mandate }: Principal, session: Session): Promise<void> {
  const { mandateId, startedAt: from, expectedEnd: to, estimatedMinor: costMinor } = session;
  return checkLonger(mandate, { mandateId, window: { from, to }, costMinor });
}

/** CONFLICT `closed` when the lot closes during the added time, `max_stay` when it is too long. */
async function checkMayStay(
  db: Querier,
  { lotId, startedAt, expectedEnd }: Session,
  to: Date,
): Promise<void> {
  const [schedule] = await db.query<Schedule & { features: string[] }>('lot_schedule_find', {
    lotId,
  });
  if (schedule === undefined) throw new Error(`${lotId}: the lot of a session is missing`);
  checkMaxStay(schedule, { from: startedAt, to });
  if (schedule.isOvernightAllowed) return;
  await checkOpen(schedule, { from: expectedEnd, to });
}

function extended(found: Session, minutes: number): Session {
  return withEstimate({
    ...found,
    expectedEnd: addMinutes(found.expectedEnd, minutes),
    extendedCount: found.extendedCount + 1,
    extendedMinutes: found.extendedMinutes + minutes,
  });
}

/** False when another caller extended or ended the session since it was read. */
async function write(
  db: Querier,
  session: Session,
  request: ExtensionRequest,
  caller: Principal,
  context: WriteContext<Session>,
): Promise<boolean> {
  const event = sessionExtended(session, request.minutes);
  try {
    const rows = await db.query('session_extend', {
      sessionId: session.sessionId,
      addedMinutes: request.minutes,
      estimatedMinor: session.estimatedMinor,
      authorizedMinor: session.authorizedMinor,
      paymentIntentId: intentOf(session),
      spareId: newId('spare'),
      extendedCount: session.extendedCount - 1,
      eventId: event.id,
      eventData: event.data,
      ...actorValues(actorOf(caller, context.requestId)),
      ...rememberValues(context.remember, session),
    });
    return rows.length > 0;
  } catch (error) {
    const constraint = databaseError(error)?.constraint;
    if (constraint === 'sessions_extension') throw tooLong(request);
    if (constraint === 'lots_capacity')
      throw conflict('lot_full', 'the space is promised to a hold that begins before then');
    const { mandateId, startedAt: at } = session;
    throw await explainRefusal(db, error, caller, { mandateId, at });
  }
}

function tooLong({ field }: ExtensionRequest): AppError {
  const hours = EXTENSION_MINUTES_MAX / 60;
  return badField(field, `a session can be extended by ${hours} hours in total`);
}
