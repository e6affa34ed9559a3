import { findOperatorUse } from '../../../../src/access/operators/list-all.ts';
import { OPERATOR_PARAMS } from '../../../fields/id-params.ts';
import { defineLookUp } from '../../../reads/define-look-up.ts';
import { ServerOperatorUseSchema, toServerOperatorUseShape } from './operator-shape.ts';

export const getServerOperatorOperation = defineLookUp({
  operationId: 'getServerOperator',
  path: '/api/v1/server/operators/{operator_id}',
  summary: 'Look up what an operator has and uses, beside the limits of its plan',
  description: 'For the owner of the server alone (403 `not_server_owner`).',
  tags: ['server'],
  auth: { scope: 'server:read' },
  params: OPERATOR_PARAMS,
  answer: { operator: ServerOperatorUseSchema },
  answerDescription: 'The operator',
  find: async ({ params }, { db }) => ({
    operator: toServerOperatorUseShape(await findOperatorUse(db, params.operator_id)),
  }),
});
