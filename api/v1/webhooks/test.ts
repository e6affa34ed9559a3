import { Type } from 'typebox';
import { findWebhook } from '../../../src/outbound/webhooks/manage/find-webhook.ts';
import { sendTest } from '../../../src/outbound/webhooks/manage/send-test.ts';
import { WEBHOOK_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { QueuedDeliverySchema, toQueuedDeliveryShape } from './deliveries/delivery-shape.ts';
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
  body: Type.Object(
    {
      type: Type.Optional(EventTypeInput('Its type; default: the first that the webhook gets')),
    },
    { examples: [{ type: 'session.ended' }] },
  ),
  responses: {
    202: { description: 'Its delivery', schema: Type.Object({ delivery: QueuedDeliverySchema }) },
  },
  errors: ['NOT_FOUND'],
  repeat: {
    says: 'true when an earlier call made it',
    store: toQueuedDeliveryShape,
    recall: (delivery) => ({ delivery }),
    check: ({ params, caller }, { db }) => findWebhook(db, caller, params.webhook_id),
  },

  async handler({ params, body, caller, requestId, remember }, { db }) {
    const test = { webhookId: params.webhook_id, type: body.type ?? null };
    const delivery = await sendTest(db, caller, test, { requestId, remember });
    return { status: 202, body: { delivery: toQueuedDeliveryShape(delivery) } };
  },
});
