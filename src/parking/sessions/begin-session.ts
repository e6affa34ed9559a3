import { minutesToMilliseconds } from 'date-fns/minutesToMilliseconds';
import type { Logger } from 'pino';
import { type Remember, rememberValues } from '../../access/idempotency/remember.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { databaseError } from '../../kit/embedded-postgres/database-error.ts';
import { type AppError, conflict } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { toRateColumns } from '../../tariffs/rate-columns.ts';
import { sessionCreated } from '../events/session-events.ts';
import { entryInstructions } from '../lots/entry-instructions.ts';
import { reportedFull } from '../lots/reported-full.ts';
import { explainRefusal } from '../mandates/explain-refusal.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import { plateColumns } from '../vehicles/plate.ts';
import {
  askForIntent,
  giveUp,
  isNothingWritten,
  judgeStay,
} from './authorization/authorise-stay.ts';
import { expireOverdue } from './expire-sessions.ts';
import { findLotToPark } from './lot-to-park.ts';
import type { NewSession, SessionRequest, Terms } from './new-session.ts';
import { type Session, withEstimate } from './session.ts';

export type Created = { session: Session; clientSecret: string | null };

export type BeginDeps = { db: Querier; payments: PaymentGateway; log: Logger };
export type BeginContext = { requestId: string; remember: Remember<Session> | undefined };

/**
 * Begins a stay on agreed terms: asks the processor for an intent, then takes a space (out of the
 * hold that the request names, if any) and writes everything in one statement. Errors: CONFLICT
 * lot_full (or the hold is over) | reported_full | already_parked | unauthorized_limit |
 * operator_not_payable, FORBIDDEN mandate_exceeded, BAD_REQUEST naming the field, BAD_GATEWAY.
 */
export async function beginSession(
  { db, payments, log }: BeginDeps,
  caller: Principal,
  request: SessionRequest,
  terms: Terms,
  context: BeginContext,
): Promise<Created> {
  const asked = await judgeStay(payments, caller, { request, terms });
  const { session, clientSecret } = await askForIntent(payments, asked, terms.payee);
  try {
    const { authorizeMinutes } = payments;
    const once = { ...context, ...terms, authorizeMinutes };
    const values = statementValues(caller, session, request, once);
    const taken = await write(db, caller, session, values);
    return { session: begun(session, taken, terms), clientSecret };
  } catch (error) {
    if (isNothingWritten(error)) await giveUp(payments, session, log);
    const { mandateId, startedAt: at } = session;
    throw await explainRefusal(db, error, caller, { mandateId, at });
  }
}

export function statementValues(
  caller: Principal,
  session: NewSession,
  request: SessionRequest,
  context: BeginContext &
    Pick<Terms, 'lotName' | 'end'> &
    Pick<PaymentGateway, 'authorizeMinutes'> & { beginsAt?: Date },
): Record<string, unknown> {
  const { lotName, end, beginsAt = null, requestId, remember, authorizeMinutes } = context;
  const { rate, authorizedMinor } = session;
  const event = sessionCreated(session, lotName);
  return {
    sessionId: session.sessionId,
    sessionCode: session.sessionCode,
    lotId: session.lotId,
    livemode: session.livemode,
    ...plateColumns(session),
    vin: session.vin,
    driverEmail: request.driverEmail,
    ...{ keyId: caller.id, actorType: caller.type },
    mandateId: session.mandateId,
    creatorOperatorId: caller.operatorId,
    source: session.source,
    agentPlatform: session.agentPlatform,
    agentName: session.agentName,
    fleetId: session.fleetId,
    isAutonomous: session.isAutonomous,
    ...toRateColumns(rate),
    currency: session.currency,
    stayMs: session.expectedEnd.getTime() - session.startedAt.getTime(),
    beginsAt,
    expectedEnd: 'at' in end ? end.at : null,
    estimatedMinor: session.estimatedMinor,
    paymentIntentId: session.paymentIntentId,
    authorizedMinor,
    authorizeMs: authorizedMinor === null ? minutesToMilliseconds(authorizeMinutes) : null,
    metadata: session.metadata,
    holdId: session.holdId,
    requestId,
    eventId: event.id,
    eventData: event.data,
    ...rememberValues(remember, session),
  };
}

/**
 * What the database decided when it wrote the stay; `assigned_space` is null when the lot has none.
 */
type Taken = {
  assignedSpace: string | null;
  startedAt: Date;
  expectedEnd: Date;
  createdAt: Date;
  authorizeBy: Date | null;
};

async function write(
  db: Querier,
  caller: Principal,
  session: Session,
  values: Record<string, unknown>,
): Promise<Taken> {
  const taken = (await take(db, values)) ?? (await takeAfterExpiry(db, session, values));
  if (taken !== undefined) return taken;
  if (session.holdId !== null) throw lotFull();
  const lot = await findLotToPark(db, caller, session.lotId);
  throw lot.isReportedFull ? reportedFull() : lotFull();
}

/** Overdue stays are ended before a caller is refused. */
async function takeAfterExpiry(
  db: Querier,
  session: Session,
  values: Record<string, unknown>,
): Promise<Taken | undefined> {
  await expireOverdue(db, session.lotId);
  return take(db, values);
}

/**
 * CONFLICT already_parked | unauthorized_limit; undefined when the lot has no free space, or the
 * hold is over.
 */
export async function take(
  db: Querier,
  values: Record<string, unknown>,
): Promise<Taken | undefined> {
  try {
    const [created] = await db.query<Taken>('session_create', values);
    return created;
  } catch (error) {
    switch (databaseError(error)?.constraint) {
      case 'sessions_one_active':
        throw conflict('already_parked', 'your operator already has this plate parked on this lot');
      case 'lots_capacity':
        return undefined;
      case 'sessions_unauthorized':
        throw conflict(
          'unauthorized_limit',
          'too many stays on this lot wait for their drivers to authorise them',
        );
      default:
        throw error;
    }
  }
}

export function lotFull(): AppError {
  return conflict('lot_full', 'the lot has no free space');
}

/** The stay as the database began it. */
function begun(session: Session, taken: Taken, terms: Terms): Session {
  const { authorizeBy, assignedSpace } = taken;
  return withEstimate({
    ...session,
    startedAt: taken.startedAt,
    expectedEnd: taken.expectedEnd,
    createdAt: taken.createdAt,
    authorizeBy,
    entryInstructions: entryInstructions(terms.entrySettings, assignedSpace, {
      isStaying: true,
      isAuthorized: authorizeBy === null,
      livemode: session.livemode,
    }),
  });
}
