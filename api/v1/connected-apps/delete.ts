import { endOwnApp } from '../../../src/access/apps/end-app.ts';
import { APP_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';

export const endConnectedAppOperation = defineOperation({
  operationId: 'endConnectedApp',
  method: 'delete',
  path: '/api/v1/connected-apps/{app_id}',
  summary: 'End a connected app at once and for good',
  description:
    'All its tokens end with it. It stays in the list, with `ended_at`; to come back, it has to ' +
    'be connected again. A person who may make no keys ends those that they connected themselves.',
  tags: ['apps'],
  auth: { scope: 'keys:write', ownOfPersons: true },
  budgets: ['write'],
  params: APP_PARAMS,
  responses: { 204: { description: 'It has ended, now or before' } },
  errors: ['NOT_FOUND'],

  async handler({ params, caller, requestId }, { db }) {
    await endOwnApp(db, caller, params.app_id, requestId);
    return { status: 204 };
  },
});
