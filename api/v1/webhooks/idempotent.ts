import type { Replay } from '../../../src/access/idempotency/answer-once.ts';
import type { SecretWebhook } from '../../../src/outbound/webhooks/manage/create-webhook.ts';
import type { Delivery } from '../../../src/outbound/webhooks/manage/delivery.ts';
import { REPLAYED_HEADERS } from '../../fields/idempotent-call.ts';
import { type QueuedDeliveryShape, toQueuedDeliveryShape } from './deliveries/delivery-shape.ts';
import { toWebhookShape, type WebhookShape } from './webhook-shape.ts';

/** What is stored of an answer that shows a secret: all but the secret. */
export const withoutSecret = ({ webhook }: SecretWebhook): WebhookShape => toWebhookShape(webhook);

/** The body of an answer that shows a secret, and the headers of a repeat. */
export function presentSecret(result: { written: SecretWebhook } | Replay) {
  if ('written' in result) {
    const { webhook, secret } = result.written;
    return { body: { webhook: toWebhookShape(webhook), secret } };
  }
  return { body: { webhook: result.response as WebhookShape }, headers: REPLAYED_HEADERS };
}

/** The body of an answer about a delivery that is due now, and the headers of a repeat. */
export function presentQueued(result: { written: Delivery } | Replay) {
  if ('written' in result) return { body: { delivery: toQueuedDeliveryShape(result.written) } };
  const delivery = result.response as QueuedDeliveryShape;
  return { body: { delivery }, headers: REPLAYED_HEADERS };
}
