import { Type } from 'typebox';
import { findDelivery } from '../../../../src/outbound/webhooks/manage/find-delivery.ts';
import { redeliver } from '../../../../src/outbound/webhooks/manage/redeliver.ts';
import { DELIVERY_PARAMS } from '../../../fields/id-params.ts';
import { defineOperation } from '../../../operation.ts';
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
  responses: {
    202: { description: 'The delivery', schema: Type.Object({ delivery: QueuedDeliverySchema }) },
  },
  errors: ['NOT_FOUND'],
  repeat: {
    says: 'true when an earlier call did it',
    store: toQueuedDeliveryShape,
    recall: (delivery) => ({ delivery }),
    check: ({ params, caller }, { db }) => findDelivery(db, caller, readOwn(params)),
  },

  async handler({ params, caller, requestId, remember }, { db }) {
    const delivery = await redeliver(db, caller, readOwn(params), { requestId, remember });
    return { status: 202, body: { delivery: toQueuedDeliveryShape(delivery) } };
  },
});

const readOwn = (params: { webhook_id: string; delivery_id: string }) => ({
  webhookId: params.webhook_id,
  deliveryId: params.delivery_id,
});
