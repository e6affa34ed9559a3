import type { Principal } from '../../../access/principals/principal.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { DELIVERY_ID, type Delivery } from './delivery.ts';
import { findWebhook } from './find-webhook.ts';

/** A delivery of a webhook of the caller's operator. `deliveryId` may be any text. */
export type OwnDelivery = { webhookId: string; deliveryId: string };

/** Errors: NOT_FOUND (webhook, delivery); FORBIDDEN for a fleet's key. */
export async function findDelivery(
  db: Querier,
  caller: Principal,
  { webhookId, deliveryId }: OwnDelivery,
): Promise<Delivery> {
  await findWebhook(db, caller, webhookId);
  if (!DELIVERY_ID.test(deliveryId)) throw notFound('delivery');
  const [row] = await db.query<Delivery>('deliveries_find', {
    webhookId,
    deliveryId,
  });
  if (row === undefined) throw notFound('delivery');
  return row;
}
