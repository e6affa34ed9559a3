import { findOwnApp } from '../../../src/access/apps/find-app.ts';
import { APP_PARAMS } from '../../fields/id-params.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { ConnectedAppSchema, toAppShape } from './app-shape.ts';

export const getConnectedAppOperation = defineLookUp({
  operationId: 'getConnectedApp',
  path: '/api/v1/connected-apps/{app_id}',
  summary: 'Look up an app that one of your people connected',
  description: 'Also one that has ended.',
  tags: ['apps'],
  auth: { scope: 'keys:write', ownOfPersons: true },
  params: APP_PARAMS,
  answer: { app: ConnectedAppSchema },
  answerDescription: 'The app',
  find: async ({ params, caller }, { db }) => ({
    app: toAppShape(await findOwnApp(db, caller, params.app_id)),
  }),
});
