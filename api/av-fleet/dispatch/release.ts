import { Type } from 'typebox';
import { releaseDispatch } from '../../../src/parking/fleets/release-dispatch.ts';
import { DISPATCH_PARAMS } from '../../fields/id-params.ts';
import { IdempotencyHeaders } from '../../fields/idempotency-header.ts';
import { REPLAYED_HEADERS } from '../../fields/idempotent-call.ts';
import { defineOperation } from '../../operation.ts';
import { DispatchSchema, toDispatchShape } from './dispatch-shape.ts';
import { recallReleased, rememberDispatch } from './idempotent.ts';

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
  headers: IdempotencyHeaders,
  body: Type.Object({}, { examples: [{}] }),
  responses: {
    200: {
      description: 'The dispatch',
      schema: Type.Object({ dispatch: DispatchSchema }),
      headers: { 'Idempotent-Replayed': 'true when an earlier call released it' },
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handler({ params, headers, caller, requestId }, { db }) {
    const key = headers['Idempotency-Key'];
    const remember = rememberDispatch(caller, 'releaseDispatch', key, params);
    const result = await releaseDispatch(db, caller, params.dispatch_id, { requestId, remember });
    if ('dispatch' in result)
      return { status: 200, body: { dispatch: toDispatchShape(result.dispatch) } };
    const dispatch = await recallReleased(db, caller, result);
    return { status: 200, body: { dispatch }, headers: REPLAYED_HEADERS };
  },
});
