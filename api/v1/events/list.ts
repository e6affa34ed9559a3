import { Type } from 'typebox';
import { listEvents } from '../../../src/outbound/webhooks/events/list-events.ts';
import { InstantInput } from '../../fields/field-types.ts';
import { LIST_QUERY, listOf, presentPage } from '../../fields/list.ts';
import { defineOperation } from '../../operation.ts';
import { EventTypeInput } from '../webhooks/webhook-input.ts';
import { EventSchema, toEventShape } from './event-shape.ts';

export const listEventsOperation = defineOperation({
  operationId: 'listEvents',
  method: 'get',
  path: '/api/v1/events',
  summary: 'List your events, newest first',
  description: 'Each as webhooks get it, whether you have any or not.',
  tags: ['webhooks'],
  auth: { scope: 'webhooks:read' },
  budgets: ['read'],
  query: Type.Object({
    type: Type.Optional(EventTypeInput('Only events of this type')),
    created_after: Type.Optional(InstantInput('Only those made after this instant')),
    created_before: Type.Optional(InstantInput('Only those made before this instant')),
    ...LIST_QUERY,
  }),
  responses: {
    200: { description: 'A page of events', schema: listOf(EventSchema) },
  },

  async handler({ query, caller }, { db }) {
    const { type = null, created_after: after, created_before: before } = query;
    const page = await listEvents(db, caller, {
      type,
      createdAfter: after === undefined ? null : new Date(after),
      createdBefore: before === undefined ? null : new Date(before),
      cursor: query.cursor ?? null,
      limit: query.limit,
    });
    return { status: 200, body: presentPage(page, toEventShape) };
  },
});
