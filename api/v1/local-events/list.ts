import { Type } from 'typebox';
import { pageLocalEvents } from '../../../src/demand/local-events/list-local-events.ts';
import { InstantInput, instantOf } from '../../fields/field-types.ts';
import { defineList } from '../../reads/define-list.ts';
import { LocalEventSchema, toLocalEventShape } from './local-event-shape.ts';

export const listLocalEventsOperation = defineList({
  operationId: 'listLocalEvents',
  path: '/api/v1/local-events',
  summary: 'List your local events, newest first',
  description:
    'Those that you entered last come first. With from or to only those that overlap [from, to).',
  tags: ['local-events'],
  auth: { scope: 'lots:read' },
  filters: {
    from: Type.Optional(InstantInput('Only those that end after this instant')),
    to: Type.Optional(InstantInput('Only those that begin before this instant')),
  },
  rows: 'local events',
  item: LocalEventSchema,
  list({ query, caller, page }, { db }) {
    const overlap = { from: instantOf(query.from), to: instantOf(query.to) };
    return pageLocalEvents(db, caller, { ...overlap, ...page });
  },
  present: toLocalEventShape,
});
