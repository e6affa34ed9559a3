import { Type } from 'typebox';
import { updateWebhook } from '../../../src/outbound/webhooks/manage/update-webhook.ts';
import { WEBHOOK_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { WebhookChangesInput } from './webhook-input.ts';
import { toWebhookShape, WebhookSchema } from './webhook-shape.ts';

export const updateWebhookOperation = defineOperation({
  operationId: 'updateWebhook',
  method: 'patch',
  path: '/api/v1/webhooks/{webhook_id}',
  summary: 'Change, pause or resume one of your webhooks',
  description:
    'What is left out stays as it is. What waits for a webhook when it is paused is canceled. ' +
    'Resumed, it has no failures and gets what happens from then on; events of the pause stay ' +
    'listed and can be replayed. What waits goes to a new url.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:write' },
  budgets: ['write'],
  rows: () => 1,
  params: WEBHOOK_PARAMS,
  body: WebhookChangesInput,
  responses: {
    200: {
      description: 'The webhook as it is then',
      schema: Type.Object({ webhook: WebhookSchema }),
    },
  },
  errors: ['NOT_FOUND'],

  async handler({ params, body, caller, requestId }, api) {
    const webhook = await updateWebhook(api, caller, params.webhook_id, body, requestId);
    return { status: 200, body: { webhook: toWebhookShape(webhook) } };
  },
});
