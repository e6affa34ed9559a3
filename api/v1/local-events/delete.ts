import { deleteLocalEvent } from '../../../src/demand/local-events/delete-local-event.ts';
import { LOCAL_EVENT_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';

export const deleteLocalEventOperation = defineOperation({
  operationId: 'deleteLocalEvent',
  method: 'delete',
  path: '/api/v1/local-events/{event_id}',
  summary: 'Delete one of your local events',
  description: 'Forecasts no longer count it, and it can no longer be looked up.',
  tags: ['local-events'],
  auth: { scope: 'lots:write' },
  budgets: ['write'],
  params: LOCAL_EVENT_PARAMS,
  responses: { 204: { description: 'It is deleted' } },
  errors: ['NOT_FOUND'],

  async handler({ params, caller, requestId }, { db }) {
    await deleteLocalEvent(db, caller, params.event_id, requestId);
    return { status: 204 };
  },
});
