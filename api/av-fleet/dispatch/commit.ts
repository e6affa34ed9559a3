import { Type } from 'typebox';
import { commitDispatch as commitHandoffs } from '../../../src/fleets/commit-dispatch.ts';
import { VEHICLES_MAX } from '../../../src/fleets/dispatch.ts';
import { defineOperation } from '../../operation.ts';
import { DispatchSchema, toDispatchShape } from './dispatch-shape.ts';

export const commitDispatch = defineOperation({
  operationId: 'commitDispatch',
  method: 'post',
  path: '/av-fleet/dispatch/{dispatch_id}/commit',
  summary: 'Hand vehicles over: turn their allocations into sessions',
  description:
    'Each with the fencing_token it was allocated with; a stale one is 409 and commits nothing. ' +
    'Repeating a commit changes nothing.',
  tags: ['fleets'],
  auth: { scope: 'fleet:write' },
  budgets: ['write'],
  params: Type.Object({ dispatch_id: Type.String() }),
  body: Type.Object(
    {
      allocations: Type.Array(
        Type.Object({
          plate: Type.String({ minLength: 2, maxLength: 20 }),
          fencing_token: Type.Integer({
            minimum: Number.MIN_SAFE_INTEGER,
            maximum: Number.MAX_SAFE_INTEGER,
          }),
        }),
        { minItems: 1, maxItems: VEHICLES_MAX },
      ),
    },
    { examples: [{ allocations: [{ plate: 'AV-0001', fencing_token: 42 }] }] },
  ),
  responses: {
    200: { description: 'The dispatch', schema: Type.Object({ dispatch: DispatchSchema }) },
  },
  errors: ['NOT_FOUND', 'CONFLICT', 'BAD_GATEWAY'],
  async handler({ params, body, caller, requestId }, { db, payments }) {
    const handoffs = body.allocations.map(({ plate, fencing_token: fencingToken }) => ({
      plate,
      fencingToken,
    }));
    const deps = { db, payments };
    const dispatch = await commitHandoffs(deps, caller, params.dispatch_id, handoffs, requestId);
    return { status: 200, body: { dispatch: toDispatchShape(dispatch) } };
  },
});
