import { Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';
import { commitDispatch } from '../../../src/parking/fleets/commit-dispatch.ts';
import { VEHICLES_MAX } from '../../../src/parking/fleets/dispatch.ts';
import { PlateInput } from '../../fields/field-types.ts';
import { DISPATCH_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { DispatchSchema, toDispatchShape } from './dispatch-shape.ts';
import { recallCommitted, toCommitted } from './recall-dispatch.ts';

export const commitDispatchOperation = defineOperation({
  operationId: 'commitDispatch',
  method: 'post',
  path: '/av-fleet/dispatch/{dispatch_id}/commit',
  summary: 'Hand vehicles over: turn their allocations into sessions',
  description:
    'All of them or none, each with the fencing_token it was allocated with: another is 409 ' +
    'wrong_token, that of an allocation that is over 409 stale_token. A refusal names a vehicle. ' +
    'Repeating a commit changes nothing.',
  tags: ['fleets'],
  auth: { scope: 'fleet:write' },
  budgets: ['write'],
  params: DISPATCH_PARAMS,
  body: Type.Object(
    {
      allocations: Type.Array(
        named('AllocationClaim', {
          plate: PlateInput(),
          fencing_token: Type.Integer({
            minimum: Number.MIN_SAFE_INTEGER,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'What its allocation said',
          }),
        }),
        { minItems: 1, maxItems: VEHICLES_MAX, description: 'The vehicles that have arrived' },
      ),
    },
    { examples: [{ allocations: [{ plate: 'AV-0001', fencing_token: 42 }] }] },
  ),
  responses: {
    200: { description: 'The dispatch', schema: Type.Object({ dispatch: DispatchSchema }) },
  },
  errors: ['NOT_FOUND', 'BAD_GATEWAY'],
  repeat: {
    says: 'true when an earlier call committed these',
    store: toCommitted,
    recall: recallCommitted,
  },

  async handler({ params, body, caller, requestId, remember }, { db, payments, log }) {
    const handoffs = body.allocations.map(({ plate, fencing_token: fencingToken }) => ({
      plate,
      fencingToken,
    }));
    const deps = { db, payments, log };
    const context = { requestId, remember };
    const dispatch = await commitDispatch(deps, caller, params.dispatch_id, handoffs, context);
    return { status: 200, body: { dispatch: toDispatchShape(dispatch) } };
  },
});
