import { Type } from 'typebox';
import { DELIVERY_STATUSES } from '../../../../src/outbound/webhooks/manage/delivery.ts';
import { listDeliveries } from '../../../../src/outbound/webhooks/manage/list-deliveries.ts';
import { KEPT_DAYS } from '../../../../src/outbound/webhooks/webhook.ts';
import { WEBHOOK_PARAMS } from '../../../fields/id-params.ts';
import { defineList } from '../../../reads/define-list.ts';
import { EventTypeInput } from '../webhook-input.ts';
import { DeliverySchema, toDeliveryShape } from './delivery-shape.ts';

export const listDeliveriesOperation = defineList({
  operationId: 'listDeliveries',
  path: '/api/v1/webhooks/{webhook_id}/deliveries',
  summary: 'List what was sent to a webhook, newest first, with each attempt',
  description: `Deliveries are kept for ${KEPT_DAYS} days.`,
  tags: ['webhooks'],
  auth: { scope: 'webhooks:read' },
  params: WEBHOOK_PARAMS,
  filters: {
    status: Type.Optional(
      Type.Enum([...DELIVERY_STATUSES], { description: 'Only deliveries of this status' }),
    ),
    type: Type.Optional(EventTypeInput('Only events of this type')),
  },
  rows: 'deliveries',
  item: DeliverySchema,
  list({ params, query, caller, page }, { db }) {
    const { status = null, type = null } = query;
    return listDeliveries(db, caller, params.webhook_id, { status, type, ...page });
  },
  present: toDeliveryShape,
});
