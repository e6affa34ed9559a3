import { Type } from 'typebox';
import { sendTest } from '../../../src/outbound/webhooks/manage/send-test.ts';
import { WEBHOOK_PARAMS } from '../../fields/id-params.ts';
import { IdempotencyHeaders } from '../../fields/idempotency-header.ts';
import { rememberCall } from '../../fields/idempotent-call.ts';
import { defineOperation } from '../../operation.ts';
import { QueuedDeliverySchema, toQueuedDeliveryShape } from './deliveries/delivery-shape.ts';
import { presentQueued } from './idempotent.ts';
import { EventTypeInput } from './webhook-input.ts';

export const testWebhookOperation = defineOperation({
  operationId: 'testWebhook',
  method: 'post',
  path: '/api/v1/webhooks/{webhook_id}/test',
  summary: 'Send a made-up event to a webhook',
  description:
    'It is signed and sent like any other, but once, without retries. Its data have test: true, ' +
    'and its ids are of nothing that exists. It is no event: only its delivery is listed. 409 ' +
    'webhook_paused.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:write' },
  budgets: ['write'],
  params: WEBHOOK_PARAMS,
  headers: IdempotencyHeaders,
  body: Type.Object(
    {
      type: Type.Optional(EventTypeInput('Of which type; default: the first that it gets')),
    },
    { examples: [{ type: 'session.ended' }] },
  ),
  responses: {
    202: {
      description: 'Its delivery',
      schema: Type.Object({ delivery: QueuedDeliverySchema }),
      headers: { 'Idempotent-Replayed': 'true when an earlier call made it' },
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ params, body, headers, caller, requestId }, { db }) {
    const key = headers['Idempotency-Key'];
    const asked = { ...params, ...body };
    const remember = rememberCall(caller, 'testWebhook', key, asked, toQueuedDeliveryShape);
    const test = { webhookId: params.webhook_id, type: body.type ?? null };
    const result = await sendTest(db, caller, test, { requestId, remember });
    return { status: 202, ...presentQueued(result) };
  },
});
