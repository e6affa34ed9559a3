import { Type } from 'typebox';
import { releaseDispatch } from '../../../src/parking/fleets/release-dispatch.ts';
import { DISPATCH_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { DispatchSchema, toDispatchShape } from './dispatch-shape.ts';
import { recallReleased, toId } from './recall-dispatch.ts';

export const releaseDispatchOperation = defineOperation({
  operationId: 'releaseDispatch',
  method: 'post',
  path: '/av-fleet/dispatch/{dispatch_id}/release',
  summary: 'Give back the spaces of a dispatch that no vehicle has taken',
  description: 'The stays of vehicles that have arrived go on. 409 when there is no such space.',
  tags: ['fleets'],
  auth: { scope: 'fleet:write' },
  budgets: ['write'],
  params: DISPATCH_PARAMS,
  body: Type.Object({}, { examples: [{}] }),
  responses: {
    200: { description: 'The dispatch', schema: Type.Object({ dispatch: DispatchSchema }) },
  },
  errors: ['NOT_FOUND'],
  repeat: {
    says: 'true when an earlier call released it',
    store: toId,
    recall: recallReleased,
  },

  async handler({ params, caller, requestId, remember }, { db }) {
    const context = { requestId, remember };
    const dispatch = await releaseDispatch(db, caller, params.dispatch_id, context);
    return { status: 200, body: { dispatch: toDispatchShape(dispatch) } };
  },
});
