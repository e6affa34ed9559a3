import { Type } from 'typebox';
import { findDispatch } from '../../../src/parking/fleets/find-dispatch.ts';
import { DISPATCH_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { DispatchSchema, toDispatchShape } from './dispatch-shape.ts';

export const getDispatchOperation = defineOperation({
  operationId: 'getDispatch',
  method: 'get',
  path: '/av-fleet/dispatch/{dispatch_id}',
  summary: 'Look up one dispatch and what became of its vehicles',
  description: 'Of your keys, or of your fleet; any other is 404.',
  tags: ['fleets'],
  auth: { scope: 'reservations:read', orScopes: ['fleet:write'] },
  budgets: ['read'],
  params: DISPATCH_PARAMS,
  responses: {
    200: { description: 'The dispatch', schema: Type.Object({ dispatch: DispatchSchema }) },
  },
  errors: ['NOT_FOUND'],
  async handler({ params, caller }, { db }) {
    const dispatch = await findDispatch(db, caller, params.dispatch_id);
    return { status: 200, body: { dispatch: toDispatchShape(dispatch) } };
  },
});
