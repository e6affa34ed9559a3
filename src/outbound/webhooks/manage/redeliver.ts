import { writeKept } from '../../../access/idempotency/keep-answer.ts';
import type { WriteContext } from '../../../access/idempotency/remember.ts';
import { actorOf, actorValues } from '../../../access/principals/actor.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { conflict } from '../../../kit/errors.ts';
import type { Postgres } from '../../../stores/postgres.ts';
import { KEPT_DAYS } from '../webhook.ts';
import { type Delivery, webhookPaused } from './delivery.ts';
import { findDelivery, type OwnDelivery } from './find-delivery.ts';

/**
 * Makes a delivery due again, now, with all its retries; one that is being sent stays as it is.
 * Errors: NOT_FOUND (webhook, delivery); CONFLICT webhook_paused | event_too_old; FORBIDDEN for a
 * fleet's key.
 */
export async function redeliver(
  db: Postgres,
  caller: Principal,
  own: OwnDelivery,
  { requestId, remember }: WriteContext<Delivery>,
): Promise<Delivery> {
  await findDelivery(db, caller, own);
  return writeKept(db, remember, async (connection) => {
    const [row] = await connection.query<Delivery & { isKept: boolean }>('deliveries_redeliver', {
      webhookId: own.webhookId,
      deliveryId: own.deliveryId,
      keptDays: KEPT_DAYS,
      ...actorValues(actorOf(caller, requestId)),
    });
    if (row === undefined) throw webhookPaused();
    const { isKept, ...delivery } = row;
    if (!isKept)
      throw conflict('event_too_old', `events can be sent again for ${KEPT_DAYS} days`, {
        kept_days: KEPT_DAYS,
      });
    return delivery;
  });
}
