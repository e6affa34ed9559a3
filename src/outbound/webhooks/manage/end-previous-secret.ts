import { actorOf, actorValues } from '../../../access/principals/actor.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { Webhook } from '../webhook.ts';
import { ownWebhook } from './find-webhook.ts';

/**
 * Lets only the newest secret of a webhook sign from now on. Errors: NOT_FOUND; FORBIDDEN for a
 * fleet's key.
 */
export async function endPreviousSecret(
  db: Querier,
  caller: Principal,
  webhookId: string,
  requestId: string,
): Promise<Webhook> {
  const [webhook] = await db.query<Webhook>('webhooks_end_previous_secret', {
    ...ownWebhook(caller, webhookId),
    ...actorValues(actorOf(caller, requestId)),
  });
  if (webhook === undefined) throw notFound('webhook');
  return webhook;
}
