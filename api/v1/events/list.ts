import { Type } from 'typebox';
import { listEvents } from '../../../src/outbound/webhooks/events/list-events.ts';
import { CREATED_FILTERS, defineList, readCreated } from '../../reads/define-list.ts';
import { EventTypeInput } from '../webhooks/webhook-input.ts';
import { EventSchema, toEventShape } from './event-shape.ts';

export const listEventsOperation = defineList({
  operationId: 'listEvents',
  path: '/api/v1/events',
  summary: 'List your events, newest first',
  description: 'Each as webhooks get it, whether you have any or not.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:read' },
  filters: {
    type: Type.Optional(EventTypeInput('Only events of this type')),
    ...CREATED_FILTERS,
  },
  rows: 'events',
  item: EventSchema,
  list: ({ query, caller, page }, { db }) =>
    listEvents(db, caller, { type: query.type ?? null, ...readCreated(query), ...page }),
  present: toEventShape,
});
