import { findEvent } from '../../../src/outbound/webhooks/events/find-event.ts';
import { EVENT_PARAMS } from '../../fields/id-params.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { EventSchema, toEventShape } from './event-shape.ts';

export const getEventOperation = defineLookUp({
  operationId: 'getEvent',
  path: '/api/v1/events/{event_id}',
  summary: 'Look up one of your events',
  description: 'As webhooks get it.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:read' },
  params: EVENT_PARAMS,
  answer: { event: EventSchema },
  answerDescription: 'The event',
  find: async ({ params, caller }, { db }) => ({
    event: toEventShape(await findEvent(db, caller, params.event_id)),
  }),
});
