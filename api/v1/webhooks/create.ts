import { createWebhook } from '../../../src/outbound/webhooks/manage/create-webhook.ts';
import { WEBHOOKS_MAX } from '../../../src/outbound/webhooks/webhook.ts';
import { IdempotencyHeaders } from '../../fields/idempotency-header.ts';
import { rememberCall } from '../../fields/idempotent-call.ts';
import { defineOperation } from '../../operation.ts';
import { presentSecret, withoutSecret } from './idempotent.ts';
import { WebhookInput } from './webhook-input.ts';
import { SecretWebhookSchema } from './webhook-shape.ts';

export const createWebhookOperation = defineOperation({
  operationId: 'createWebhook',
  method: 'post',
  path: '/api/v1/webhooks',
  summary: 'Have events sent to an address of yours',
  description:
    'From now on it gets the events of your world (live or test) in signed POSTs. The secret ' +
    `that signs is shown only here. You may have ${WEBHOOKS_MAX}; several may have the same url, ` +
    'each with a secret of its own.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:write' },
  budgets: ['write'],
  rows: () => 1,
  headers: IdempotencyHeaders,
  body: WebhookInput,
  responses: {
    201: {
      description: 'The webhook and its secret; a repeat of the call gets no secret',
      schema: SecretWebhookSchema,
      headers: { 'Idempotent-Replayed': 'true when an earlier call made it' },
    },
  },
  errors: ['CONFLICT'],

  async handler({ body, headers, caller, requestId }, api) {
    const key = headers['Idempotency-Key'];
    const remember = rememberCall(caller, 'createWebhook', key, body, withoutSecret);
    const details = { ...body, description: body.description ?? null };
    const result = await createWebhook(api, caller, details, { requestId, remember });
    return { status: 201, ...presentSecret(result) };
  },
});
