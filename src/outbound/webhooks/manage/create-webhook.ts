import { writeKept } from '../../../access/idempotency/keep-answer.ts';
import type { WriteContext } from '../../../access/idempotency/remember.ts';
import { newId } from '../../../access/ids.ts';
import { refuseFleet } from '../../../access/keys/refuse-fleet.ts';
import { actorOf, actorValues } from '../../../access/principals/actor.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { databaseError } from '../../../kit/embedded-postgres/database-error.ts';
import { conflict } from '../../../kit/errors.ts';
import type { Postgres } from '../../../stores/postgres.ts';
import { lastOf, newWebhookSecret } from '../secret.ts';
import { WEBHOOKS_MAX, type Webhook } from '../webhook.ts';
import {
  type CheckEndpoint,
  inOrder,
  readDescription,
  type WebhookDetails,
} from './webhook-details.ts';

/** A webhook with its secret, which is shown only now. */
export type SecretWebhook = { webhook: Webhook; secret: string };

/**
 * Adds a webhook of the caller's operator in the caller's mode. An address may be used by several:
 * each has events and a secret of its own. Errors: BAD_REQUEST naming `url` or `description`;
 * CONFLICT webhook_limit; FORBIDDEN for a fleet's key.
 */
export async function createWebhook(
  { db, checkEndpoint }: { db: Postgres; checkEndpoint: CheckEndpoint },
  caller: Principal,
  details: WebhookDetails,
  { requestId, remember }: WriteContext<SecretWebhook>,
): Promise<SecretWebhook> {
  refuseFleet(caller, 'webhooks');
  const description = readDescription(details.description);
  const url = await checkEndpoint(details.url);
  return writeKept(db, remember, async (connection) => {
    const secret = newWebhookSecret();
    const [webhook] = await connection
      .query<Webhook>('webhooks_insert', {
        webhookId: newId('wh'),
        operatorId: caller.operatorId,
        livemode: caller.livemode,
        url,
        events: inOrder(details.events),
        description,
        secret,
        secretLast4: lastOf(secret),
        ...actorValues(actorOf(caller, requestId)),
      })
      .catch(refuseMore);
    if (webhook === undefined) throw new Error('the webhook was not written');
    return { webhook, secret };
  });
}

function refuseMore(error: unknown): never {
  if (databaseError(error)?.constraint !== 'webhooks_limit') throw error;
  throw conflict('webhook_limit', `you may have ${WEBHOOKS_MAX} webhooks: delete one first`, {
    webhooks_max: WEBHOOKS_MAX,
  });
}
