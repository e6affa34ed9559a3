import { Type } from 'typebox';
import { findWebhook } from '../../../src/outbound/webhooks/manage/find-webhook.ts';
import { WEBHOOK_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { toWebhookShape, WebhookSchema } from './webhook-shape.ts';

export const getWebhookOperation = defineOperation({
  operationId: 'getWebhook',
  method: 'get',
  path: '/api/v1/webhooks/{webhook_id}',
  summary: 'Look up one of your webhooks',
  description: 'Whether it is paused and why, and how its last deliveries went.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:read' },
  budgets: ['read'],
  params: WEBHOOK_PARAMS,
  responses: {
    200: { description: 'The webhook', schema: Type.Object({ webhook: WebhookSchema }) },
  },
  errors: ['NOT_FOUND'],

  async handler({ params, caller }, { db }) {
    const webhook = await findWebhook(db, caller, params.webhook_id);
    return { status: 200, body: { webhook: toWebhookShape(webhook) } };
  },
});
