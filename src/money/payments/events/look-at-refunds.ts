import type { Logger } from 'pino';
import { actorValues } from '../../../access/principals/actor.ts';
import { paymentFailed } from '../../../parking/events/session-events.ts';
import type { ProcessorEvents } from '../../../parking/payments/processor-events.ts';
import { PROCESSOR } from '../../../parking/sessions/authorization/note-authorized.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { listRefunds } from '../../refunds/list-refunds.ts';
import type { Refund } from '../../refunds/refund.ts';
import { findStay, type PaidStay } from './find-stay.ts';
import type { Look } from './outcome.ts';

export const lookAtRefunds: Look = async (deps, told) => {
  const stay = await findStay(deps.db, told);
  if (stay === undefined) return 'unknown';
  return (await takeBackRefunds(deps, stay)) > 0 ? 'refund_failed' : 'unchanged';
};

/**
 * Takes back the refunds of a stay that were paid and came back, and reports each: what they gave
 * back can be refunded again. Returns how many came back.
 */
export async function takeBackRefunds(
  { db, log, events }: { db: Querier; log: Logger; events: ProcessorEvents },
  stay: PaidStay,
): Promise<number> {
  const states = await events.listRefunds(stay);
  const paid = (await listRefunds(db, stay.sessionId)).filter(
    ({ status }) => status === 'succeeded',
  );
  let count = 0;
  for (const { refundId, failureCode } of states) {
    const refund = paid.find((one) => one.refundId === refundId);
    if (refund === undefined || failureCode === null) continue;
    await takeBack(db, { stay, refund, failureCode });
    log.warn({ refundId, failureCode }, 'a refund that was paid came back');
    count += 1;
  }
  return count;
}

type CameBack = { stay: PaidStay; refund: Refund; failureCode: string };

async function takeBack(db: Querier, { stay, refund, failureCode }: CameBack): Promise<void> {
  const event = paymentFailed(stay, refund.amountMinor, {
    failureCode: 'refund_failed',
    failureMessage: `the refund ${refund.refundId} came back: ${failureCode}`,
    isRetryable: true,
  });
  await db.query('refund_settle', {
    ...{ refundId: refund.refundId, status: 'failed', fromStatus: 'succeeded' },
    ...{ eventId: event.id, eventData: event.data },
    ...actorValues(PROCESSOR),
  });
}
