import { actorValues, systemActor } from '../../../access/principals/actor.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { type DueRow, type RunDueDeps, runDue } from '../../../stores/run-due.ts';
import { paymentFailed } from '../../events/session-events.ts';
import type { PaymentGateway } from '../../payments/gateway.ts';
import { type FoundSession, intentOf } from '../session.ts';
import { type SessionRow, toSession } from '../session-row.ts';
import { cancelPayment } from './authorise-stay.ts';
import { noteAuthorized } from './note-authorized.ts';

const SESSIONS_PER_RUN_MAX = 100;
const ACTOR = systemActor('cancel-unauthorized');

type Deps = RunDueDeps & { payments: PaymentGateway };

/**
 * Cancels the stays whose drivers did not authorise them in time: their spaces are free, and
 * nothing is taken. The processor has the last word on whether a driver did. One that does not
 * answer for a day is not asked any more. Returns how many were dealt with.
 */
export async function cancelUnauthorized(deps: Deps): Promise<{ rows: number }> {
  const due = await deps.db.query<SessionRow & DueRow>('sessions_list_unauthorized', {
    rowLimit: SESSIONS_PER_RUN_MAX,
  });
  return runDue(deps, due, {
    job: ACTOR.id,
    idOf: (row) => row.sessionId,
    work: (row) => decide(deps, toSession(row)),
    giveUp: (row) => cancel(deps.db, toSession(row)),
  });
}

async function decide({ db, payments }: Deps, session: FoundSession): Promise<void> {
  const stay = { ...session, paymentIntentId: intentOf(session) };
  const intent = await payments.readIntent(stay);
  if (await noteAuthorized(db, session, intent)) return;
  const after = await cancelPayment(payments, stay);
  if (!(await noteAuthorized(db, session, after))) await cancel(db, session);
}

async function cancel(db: Querier, session: FoundSession): Promise<void> {
  const stay = { ...session, paymentIntentId: intentOf(session) };
  const event = paymentFailed(stay, session.estimatedMinor, {
    failureCode: 'not_authorized',
    failureMessage: 'the driver did not authorise the stay in time; it is canceled',
    isRetryable: false,
  });
  await db.query('session_cancel', {
    sessionId: session.sessionId,
    eventId: event.id,
    eventData: event.data,
    ...actorValues(ACTOR),
  });
}
