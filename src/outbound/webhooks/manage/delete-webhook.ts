import { actorOf, actorValues } from '../../../access/principals/actor.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { ownWebhook } from './find-webhook.ts';

/**
 * Marks a webhook of the caller's operator as deleted: it gets nothing any more. Errors: NOT_FOUND;
 * FORBIDDEN for a fleet's key.
 */
export async function deleteWebhook(
  db: Querier,
  caller: Principal,
  webhookId: string,
  requestId: string,
): Promise<void> {
  const deleted = await db.query('webhooks_delete', {
    ...ownWebhook(caller, webhookId),
    ...actorValues(actorOf(caller, requestId)),
  });
  if (deleted.length === 0) throw notFound('webhook');
}
