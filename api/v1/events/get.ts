import { Type } from 'typebox';
import { findEvent } from '../../../src/outbound/webhooks/events/find-event.ts';
import { EVENT_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { EventSchema, toEventShape } from './event-shape.ts';

export const getEventOperation = defineOperation({
  operationId: 'getEvent',
  method: 'get',
  path: '/api/v1/events/{event_id}',
  summary: 'Look up one of your events',
  description: 'As webhooks get it.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:read' },
  budgets: ['read'],
  params: EVENT_PARAMS,
  responses: {
    200: { description: 'The event', schema: Type.Object({ event: EventSchema }) },
  },
  errors: ['NOT_FOUND'],

  async handler({ params, caller }, { db }) {
    const event = await findEvent(db, caller, params.event_id);
    return { status: 200, body: { event: toEventShape(event) } };
  },
});
