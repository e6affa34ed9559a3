import type { Principal } from '../../../access/principals/principal.ts';
import { type ListedRow, type Page, readCursor, toPage } from '../../../kit/page.ts';
import type { EventType } from '../../../parking/events/event-data.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { DELIVERY_ID, type Delivery, type DeliveryStatus } from './delivery.ts';
import { findWebhook } from './find-webhook.ts';

/**
 * A page of the deliveries of a webhook, newest first. Errors: NOT_FOUND (webhook); BAD_REQUEST
 * naming `cursor`; FORBIDDEN for a fleet's key.
 */
export async function listDeliveries(
  db: Querier,
  caller: Principal,
  webhookId: string,
  filter: {
    /** null: any. */
    status: DeliveryStatus | null;
    type: EventType | null;
    cursor: string | null;
    limit: number;
  },
): Promise<Page<Delivery>> {
  await findWebhook(db, caller, webhookId);
  const rows = await db.query<Delivery & ListedRow>('deliveries_list', {
    webhookId,
    status: filter.status,
    type: filter.type,
    ...readCursor(filter.cursor, DELIVERY_ID),
    rowLimit: filter.limit + 1,
  });
  return toPage(rows, filter.limit, { idOf: (row) => row.deliveryId, read: (row) => row });
}
