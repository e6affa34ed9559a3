import { Type } from 'typebox';
import { pageLocalEvents } from '../../../src/demand/local-events/list-local-events.ts';
import { InstantInput } from '../../fields/field-types.ts';
import { LIST_QUERY, listOf, presentPage } from '../../fields/list.ts';
import { defineOperation } from '../../operation.ts';
import { LocalEventSchema, toLocalEventShape } from './local-event-shape.ts';

export const listLocalEventsOperation = defineOperation({
  operationId: 'listLocalEvents',
  method: 'get',
  path: '/api/v1/local-events',
  summary: 'List your local events, newest first',
  description:
    'Those that you entered last come first. With from or to only those that overlap [from, to).',
  tags: ['local-events'],
  auth: { scope: 'lots:read' },
  budgets: ['read'],
  query: Type.Object({
    from: Type.Optional(InstantInput('Only those that end after this instant')),
    to: Type.Optional(InstantInput('Only those that begin before this instant')),
    ...LIST_QUERY,
  }),
  responses: {
    200: { description: 'A page of local events', schema: listOf(LocalEventSchema) },
  },

  async handler({ query, caller }, { db }) {
    const { from, to, cursor = null, limit } = query;
    const page = await pageLocalEvents(db, caller, {
      from: from === undefined ? null : new Date(from),
      to: to === undefined ? null : new Date(to),
      cursor,
      limit,
    });
    return { status: 200, body: presentPage(page, toLocalEventShape) };
  },
});
