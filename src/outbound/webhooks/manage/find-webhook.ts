import { refuseFleet } from '../../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { Webhook } from '../webhook.ts';

export const WEBHOOK_ID = /^wh_[0-9a-f]{32}$/;

/**
 * A webhook of the caller's operator. Errors: NOT_FOUND for an id that is unknown, deleted, of
 * another operator or of the other mode; FORBIDDEN for a fleet's key.
 */
export async function findWebhook(
  db: Querier,
  caller: Principal,
  webhookId: string,
): Promise<Webhook> {
  const [row] = await db.query<Webhook>('webhooks_find', ownWebhook(caller, webhookId));
  if (row === undefined) throw notFound('webhook');
  return row;
}

/** The parameters of a statement about a webhook of the caller's operator. Errors: as above. */
export function ownWebhook(caller: Principal, webhookId: string) {
  refuseFleet(caller, 'webhooks');
  if (!WEBHOOK_ID.test(webhookId)) throw notFound('webhook');
  return { webhookId, operatorId: caller.operatorId, livemode: caller.livemode };
}
