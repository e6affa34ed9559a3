import { findWebhook } from '../../../src/outbound/webhooks/manage/find-webhook.ts';
import { WEBHOOK_PARAMS } from '../../fields/id-params.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { toWebhookShape, WebhookSchema } from './webhook-shape.ts';

export const getWebhookOperation = defineLookUp({
  operationId: 'getWebhook',
  path: '/api/v1/webhooks/{webhook_id}',
  summary: 'Look up one of your webhooks',
  description: 'Whether it is paused and why, and how its last deliveries went.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:read' },
  params: WEBHOOK_PARAMS,
  answer: { webhook: WebhookSchema },
  answerDescription: 'The webhook',
  find: async ({ params, caller }, { db }) => ({
    webhook: toWebhookShape(await findWebhook(db, caller, params.webhook_id)),
  }),
});
