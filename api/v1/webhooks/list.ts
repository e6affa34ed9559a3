import { listWebhooks } from '../../../src/outbound/webhooks/manage/list-webhooks.ts';
import { defineList } from '../../reads/define-list.ts';
import { toWebhookShape, WebhookSchema } from './webhook-shape.ts';

export const listWebhooksOperation = defineList({
  operationId: 'listWebhooks',
  path: '/api/v1/webhooks',
  summary: 'List your webhooks, newest first',
  description: 'Those of your mode (live or test), paused ones too. Their secrets are not shown.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:read' },
  rows: 'webhooks',
  item: WebhookSchema,
  list: ({ caller, page }, { db }) => listWebhooks(db, caller, page),
  present: toWebhookShape,
});
