import { listOwnApps } from '../../../src/access/apps/list-apps.ts';
import { defineList } from '../../reads/define-list.ts';
import { ConnectedAppSchema, toAppShape } from './app-shape.ts';

export const listConnectedAppsOperation = defineList({
  operationId: 'listConnectedApps',
  path: '/api/v1/connected-apps',
  summary: 'List the apps that your people connected, newest first',
  description:
    'All of your mode, with those that have ended. A person who may make no keys sees those that ' +
    'they connected themselves. A key of a fleet sees none: 403.',
  tags: ['apps'],
  auth: { scope: 'keys:write', ownOfPersons: true },
  rows: 'apps',
  item: ConnectedAppSchema,
  list: ({ caller, page }, { db }) => listOwnApps(db, caller, page),
  present: toAppShape,
});
