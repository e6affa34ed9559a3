import { writeKept } from '../../../access/idempotency/keep-answer.ts';
import type { WriteContext } from '../../../access/idempotency/remember.ts';
import { actorOf, actorValues } from '../../../access/principals/actor.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Postgres } from '../../../stores/postgres.ts';
import { lastOf, newWebhookSecret } from '../secret.ts';
import { SECRET_OVERLAP_HOURS, type Webhook } from '../webhook.ts';
import type { SecretWebhook } from './create-webhook.ts';
import { ownWebhook } from './find-webhook.ts';

/**
 * Gives a webhook a new secret; the old one also signs for SECRET_OVERLAP_HOURS. Errors:
 * NOT_FOUND; FORBIDDEN for a fleet's key.
 */
export async function rotateSecret(
  db: Postgres,
  caller: Principal,
  webhookId: string,
  { requestId, remember }: WriteContext<SecretWebhook>,
): Promise<SecretWebhook> {
  const own = ownWebhook(caller, webhookId);
  return writeKept(db, remember, async (connection) => {
    const secret = newWebhookSecret();
    const [webhook] = await connection.query<Webhook>('webhooks_rotate', {
      ...own,
      secret,
      secretLast4: lastOf(secret),
      overlapHours: SECRET_OVERLAP_HOURS,
      ...actorValues(actorOf(caller, requestId)),
    });
    if (webhook === undefined) throw notFound('webhook');
    return { webhook, secret };
  });
}
