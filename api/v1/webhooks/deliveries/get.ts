import { findDelivery } from '../../../../src/outbound/webhooks/manage/find-delivery.ts';
import { DELIVERY_PARAMS } from '../../../fields/id-params.ts';
import { defineLookUp } from '../../../reads/define-look-up.ts';
import { DeliverySchema, toDeliveryShape } from './delivery-shape.ts';

export const getDeliveryOperation = defineLookUp({
  operationId: 'getDelivery',
  path: '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}',
  summary: 'Look up one delivery of a webhook, with each attempt',
  description: 'What the endpoint answered each time, and when the next attempt is due.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:read' },
  params: DELIVERY_PARAMS,
  answer: { delivery: DeliverySchema },
  answerDescription: 'The delivery',
  async find({ params, caller }, { db }) {
    const own = { webhookId: params.webhook_id, deliveryId: params.delivery_id };
    return { delivery: toDeliveryShape(await findDelivery(db, caller, own)) };
  },
});
