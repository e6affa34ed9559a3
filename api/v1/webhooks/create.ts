import { createWebhook } from '../../../src/outbound/webhooks/manage/create-webhook.ts';
import { readDescription } from '../../../src/outbound/webhooks/manage/webhook-details.ts';
import { WEBHOOKS_MAX } from '../../../src/outbound/webhooks/webhook.ts';
import { defineOperation } from '../../operation.ts';
import { WebhookInput } from './webhook-input.ts';
import { presentSecret, SecretWebhookSchema, withoutSecret } from './webhook-shape.ts';

export const createWebhookOperation = defineOperation({
  operationId: 'createWebhook',
  method: 'post',
  path: '/api/v1/webhooks',
  summary: 'Have events sent to an address of yours',
  description:
    'From now on it gets the events of your mode (live or test) in signed POSTs. The secret ' +
    `that signs is shown only here. You may have ${WEBHOOKS_MAX}; several may have the same url, ` +
    'each with a secret of its own.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:write' },
  budgets: ['write'],
  rows: () => 1,
  body: WebhookInput,
  responses: {
    201: {
      description: 'The webhook and its secret; a repeat of the call gets no secret',
      schema: SecretWebhookSchema,
    },
  },
  repeat: {
    says: 'true when an earlier call made it',
    store: withoutSecret,
    recall: (webhook) => ({ webhook }),
    check: ({ body }) => readDescription(body.description ?? null),
  },

  async handler({ body, caller, requestId, remember }, api) {
    const details = { ...body, description: body.description ?? null };
    const made = await createWebhook(api, caller, details, { requestId, remember });
    return { status: 201, body: presentSecret(made) };
  },
});
