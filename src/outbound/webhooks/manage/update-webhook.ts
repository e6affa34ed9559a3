import { actorOf, actorValues } from '../../../access/principals/actor.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { Webhook } from '../webhook.ts';
import { findWebhook, ownWebhook } from './find-webhook.ts';
import {
  type CheckEndpoint,
  inOrder,
  readDescription,
  type WebhookDetails,
} from './webhook-details.ts';

/** What is left out stays as it is. */
type WebhookChanges = Partial<WebhookDetails & Pick<Webhook, 'status'>>;

/**
 * Changes a webhook of the caller's operator. Paused, it gets nothing; resumed, it gets what
 * happens from then on. A change that changes nothing writes nothing. Errors: NOT_FOUND;
 * BAD_REQUEST naming `url` or `description`; FORBIDDEN for a fleet's key.
 */
export async function updateWebhook(
  { db, checkEndpoint }: { db: Querier; checkEndpoint: CheckEndpoint },
  caller: Principal,
  webhookId: string,
  { url, events, description, status }: WebhookChanges,
  requestId: string,
): Promise<Webhook> {
  await findWebhook(db, caller, webhookId);
  const columns = {
    ...(url !== undefined && { url: await checkEndpoint(url) }),
    ...(events !== undefined && { events: inOrder(events) }),
    ...(description !== undefined && { description: readDescription(description) }),
    ...(status !== undefined && { status }),
  };
  const [row] = await db.query<Webhook>('webhooks_update', {
    ...ownWebhook(caller, webhookId),
    columns: JSON.stringify(columns),
    ...actorValues(actorOf(caller, requestId)),
  });
  if (row === undefined) throw notFound('webhook');
  return row;
}
