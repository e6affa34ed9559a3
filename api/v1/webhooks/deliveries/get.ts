import { Type } from 'typebox';
import { findDelivery } from '../../../../src/outbound/webhooks/manage/find-delivery.ts';
import { DELIVERY_PARAMS } from '../../../fields/id-params.ts';
import { defineOperation } from '../../../operation.ts';
import { DeliverySchema, toDeliveryShape } from './delivery-shape.ts';

export const getDeliveryOperation = defineOperation({
  operationId: 'getDelivery',
  method: 'get',
  path: '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}',
  summary: 'Look up one delivery of a webhook, with each attempt',
  description: 'What the endpoint answered each time, and when the next attempt is due.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:read' },
  budgets: ['read'],
  params: DELIVERY_PARAMS,
  responses: {
    200: { description: 'The delivery', schema: Type.Object({ delivery: DeliverySchema }) },
  },
  errors: ['NOT_FOUND'],

  async handler({ params, caller }, { db }) {
    const own = { webhookId: params.webhook_id, deliveryId: params.delivery_id };
    const delivery = await findDelivery(db, caller, own);
    return { status: 200, body: { delivery: toDeliveryShape(delivery) } };
  },
});
