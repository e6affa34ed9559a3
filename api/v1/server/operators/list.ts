import { Type } from 'typebox';
import { listAllOperators } from '../../../../src/access/operators/list-all.ts';
import { defineList } from '../../../reads/define-list.ts';
import { ServerOperatorSchema, toServerOperatorShape } from './operator-shape.ts';

const NAME_LENGTH_MAX = 100;

export const listServerOperatorsOperation = defineList({
  operationId: 'listServerOperators',
  path: '/api/v1/server/operators',
  summary: 'List all operators of this server, newest first',
  description: 'For the owner of the server alone (403 `not_server_owner`).',
  tags: ['server'],
  auth: { scope: 'server:read' },
  filters: {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: NAME_LENGTH_MAX,
        description: 'Only those whose name contains it, in whatever case',
      }),
    ),
  },
  rows: 'operators',
  item: ServerOperatorSchema,
  list: ({ query: { name = null }, page }, { db }) => listAllOperators(db, { name, ...page }),
  present: toServerOperatorShape,
});
