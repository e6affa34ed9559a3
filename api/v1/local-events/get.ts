import { Type } from 'typebox';
import { findLocalEvent } from '../../../src/demand/local-events/find-local-event.ts';
import { LOCAL_EVENT_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { LocalEventSchema, toLocalEventShape } from './local-event-shape.ts';

export const getLocalEventOperation = defineOperation({
  operationId: 'getLocalEvent',
  method: 'get',
  path: '/api/v1/local-events/{event_id}',
  summary: 'Look up one of your local events',
  description: 'Those of other operators are 404, although forecasts count them.',
  tags: ['local-events'],
  auth: { scope: 'lots:read' },
  budgets: ['read'],
  params: LOCAL_EVENT_PARAMS,
  responses: {
    200: {
      description: 'The local event',
      schema: Type.Object({ local_event: LocalEventSchema }),
    },
  },
  errors: ['NOT_FOUND'],

  async handler({ params, caller }, { db }) {
    const localEvent = await findLocalEvent(db, caller, params.event_id);
    return { status: 200, body: { local_event: toLocalEventShape(localEvent) } };
  },
});
