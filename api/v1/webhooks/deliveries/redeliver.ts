import { Type } from 'typebox';
import { redeliver } from '../../../../src/outbound/webhooks/manage/redeliver.ts';
import { DELIVERY_PARAMS } from '../../../fields/id-params.ts';
import { IdempotencyHeaders } from '../../../fields/idempotency-header.ts';
import { rememberCall } from '../../../fields/idempotent-call.ts';
import { defineOperation } from '../../../operation.ts';
import { presentQueued } from '../idempotent.ts';
import { QueuedDeliverySchema, toQueuedDeliveryShape } from './delivery-shape.ts';

export const redeliverOperation = defineOperation({
  operationId: 'redeliver',
  method: 'post',
  path: '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
  summary: 'Send a delivery again, now',
  description:
    'With all its retries, as if it was new; its earlier attempts stay listed. One that is being ' +
    'sent right now stays as it is. 409 webhook_paused, or event_too_old when its event is no ' +
    'longer kept.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:write' },
  budgets: ['write'],
  params: DELIVERY_PARAMS,
  headers: IdempotencyHeaders,
  responses: {
    202: {
      description: 'The delivery',
      schema: Type.Object({ delivery: QueuedDeliverySchema }),
      headers: { 'Idempotent-Replayed': 'true when an earlier call did it' },
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ params, headers, caller, requestId }, { db }) {
    const key = headers['Idempotency-Key'];
    const remember = rememberCall(caller, 'redeliver', key, params, toQueuedDeliveryShape);
    const own = { webhookId: params.webhook_id, deliveryId: params.delivery_id };
    const result = await redeliver(db, caller, own, { requestId, remember });
    return { status: 202, ...presentQueued(result) };
  },
});
