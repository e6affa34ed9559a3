import { Type } from 'typebox';
import { listWebhooks } from '../../../src/outbound/webhooks/manage/list-webhooks.ts';
import { LIST_QUERY, listOf, presentPage } from '../../fields/list.ts';
import { defineOperation } from '../../operation.ts';
import { toWebhookShape, WebhookSchema } from './webhook-shape.ts';

export const listWebhooksOperation = defineOperation({
  operationId: 'listWebhooks',
  method: 'get',
  path: '/api/v1/webhooks',
  summary: 'List your webhooks, newest first',
  description: 'Those of your world (live or test), paused ones too. Their secrets are not shown.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:read' },
  budgets: ['read'],
  query: Type.Object(LIST_QUERY),
  responses: {
    200: { description: 'A page of webhooks', schema: listOf(WebhookSchema) },
  },

  async handler({ query: { cursor = null, limit }, caller }, { db }) {
    const page = await listWebhooks(db, caller, { cursor, limit });
    return { status: 200, body: presentPage(page, toWebhookShape) };
  },
});
