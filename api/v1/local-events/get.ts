import { findLocalEvent } from '../../../src/demand/local-events/find-local-event.ts';
import { LOCAL_EVENT_PARAMS } from '../../fields/id-params.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { LocalEventSchema, toLocalEventShape } from './local-event-shape.ts';

export const getLocalEventOperation = defineLookUp({
  operationId: 'getLocalEvent',
  path: '/api/v1/local-events/{event_id}',
  summary: 'Look up one of your local events',
  description: 'Those of other operators are 404, although forecasts count them.',
  tags: ['local-events'],
  auth: { scope: 'lots:read' },
  params: LOCAL_EVENT_PARAMS,
  answer: { local_event: LocalEventSchema },
  answerDescription: 'The local event',
  find: async ({ params, caller }, { db }) => ({
    local_event: toLocalEventShape(await findLocalEvent(db, caller, params.event_id)),
  }),
});
