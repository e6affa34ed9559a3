import { paymentFailed } from '../../../parking/events/session-events.ts';
import { cancelPayment } from '../../../parking/sessions/authorization/authorise-stay.ts';
import { noteAuthorized } from '../../../parking/sessions/authorization/note-authorized.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { findStay, type PaidStay } from './find-stay.ts';
import type { Look, Outcome } from './outcome.ts';

/**
 * Notes that the driver has authorised a stay, or reports that the processor has canceled what was
 * authorised. A stay goes on in any case: its end finds out what can be captured. What a driver
 * authorises for a stay that was canceled here is released.
 */
export const lookAtIntent: Look = async ({ db, log, payments }, told) => {
  const stay = await findStay(db, told);
  if (stay === undefined) return 'unknown';
  const { paymentIntentId, livemode, authorizeBy, status } = stay;
  const isAwaited = status === 'active' && authorizeBy !== null;
  const intent = await payments.readIntent({ paymentIntentId, livemode });
  if (isAwaited) return (await noteAuthorized(db, stay, intent)) ? 'authorized' : 'unchanged';
  if (status === 'canceled' && intent.status === 'authorized') {
    await cancelPayment(payments, stay);
    return 'released';
  }
  if (intent.status !== 'canceled') return 'unchanged';
  const outcome = await reportLost(db, stay, told.eventId);
  if (outcome === 'authorization_lost')
    log.warn({ sessionId: stay.sessionId }, 'the processor canceled the authorisation of a stay');
  return outcome;
};

async function reportLost(db: Querier, stay: PaidStay, processorEventId: string): Promise<Outcome> {
  const event = paymentFailed(stay, stay.estimatedMinor, {
    failureCode: 'authorization_over',
    failureMessage: 'the processor canceled what the driver had authorised',
    isRetryable: false,
  });
  const reported = await db.query('session_report_lost_authorization', {
    sessionId: stay.sessionId,
    paymentIntentId: stay.paymentIntentId,
    processorEventId,
    eventId: event.id,
    eventData: event.data,
  });
  return reported.length > 0 ? 'authorization_lost' : 'unchanged';
}
