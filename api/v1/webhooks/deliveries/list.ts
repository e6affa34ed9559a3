import { Type } from 'typebox';
import { DELIVERY_STATUSES } from '../../../../src/outbound/webhooks/manage/delivery.ts';
import { listDeliveries } from '../../../../src/outbound/webhooks/manage/list-deliveries.ts';
import { KEPT_DAYS } from '../../../../src/outbound/webhooks/webhook.ts';
import { WEBHOOK_PARAMS } from '../../../fields/id-params.ts';
import { LIST_QUERY, listOf, presentPage } from '../../../fields/list.ts';
import { defineOperation } from '../../../operation.ts';
import { EventTypeInput } from '../webhook-input.ts';
import { DeliverySchema, toDeliveryShape } from './delivery-shape.ts';

export const listDeliveriesOperation = defineOperation({
  operationId: 'listDeliveries',
  method: 'get',
  path: '/api/v1/webhooks/{webhook_id}/deliveries',
  summary: 'List what was sent to a webhook, newest first, with each attempt',
  description: `Deliveries are kept for ${KEPT_DAYS} days.`,
  tags: ['webhooks'],
  auth: { scope: 'webhooks:read' },
  budgets: ['read'],
  params: WEBHOOK_PARAMS,
  query: Type.Object({
    status: Type.Optional(
      Type.Enum([...DELIVERY_STATUSES], { description: 'Only deliveries of this status' }),
    ),
    type: Type.Optional(EventTypeInput('Only events of this type')),
    ...LIST_QUERY,
  }),
  responses: {
    200: { description: 'A page of deliveries', schema: listOf(DeliverySchema) },
  },
  errors: ['NOT_FOUND'],

  async handler({ params, query, caller }, { db }) {
    const { status = null, type = null, cursor = null, limit } = query;
    const filter = { status, type, cursor, limit };
    const page = await listDeliveries(db, caller, params.webhook_id, filter);
    return { status: 200, body: presentPage(page, toDeliveryShape) };
  },
});
