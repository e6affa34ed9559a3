import { paymentFailed } from '../../../parking/events/session-events.ts';
import { findStay } from './find-stay.ts';
import type { Look } from './outcome.ts';

/**
 * Stores a dispute about the payment of a stay, and reports a new one. What was captured stays as
 * it is: whether the money goes back is the bank's decision, and the platform's account bears it.
 */
export const lookAtDispute: Look = async ({ db, log, events }, { objectId, livemode }) => {
  if (objectId === null) return 'unknown';
  const dispute = await events.findDispute({ disputeId: objectId, livemode });
  if (dispute === undefined) return 'unknown';
  const { paymentIntentId, ...state } = dispute;
  const stay = await findStay(db, { paymentIntentId, livemode });
  if (stay === undefined) return 'unknown';
  const event = paymentFailed({ ...stay, currency: state.currency }, state.amountMinor, {
    failureCode: 'disputed',
    failureMessage: `the driver's bank disputes the payment: ${state.reason}`,
    isRetryable: false,
  });
  const [noted] = await db.query<{ isNew: boolean }>('dispute_note', {
    ...{ disputeId: objectId, sessionId: stay.sessionId, ...state },
    ...{ eventId: event.id, eventData: event.data },
  });
  if (noted?.isNew) log.warn({ disputeId: objectId, sessionId: stay.sessionId }, 'a dispute');
  return 'dispute_noted';
};
