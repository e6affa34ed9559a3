import { Type } from 'typebox';
import { allocateVehicles, checkVehicles } from '../../../src/parking/fleets/allocate-vehicles.ts';
import { defineOperation } from '../../operation.ts';
import { DispatchInput, readDispatch } from './dispatch-input.ts';
import { DispatchSchema, toDispatchShape } from './dispatch-shape.ts';
import { recallAllocated, toId } from './recall-dispatch.ts';

export const dispatchFleetOperation = defineOperation({
  operationId: 'dispatchFleet',
  method: 'post',
  path: '/av-fleet/dispatch',
  summary: 'Keep a space for each of up to 50 vehicles of a fleet',
  description:
    'For all of them or for none, on one lot or on those nearest to a point. Commit each at ' +
    'handoff with its fencing_token: then its gate code is shown. What is not committed by ' +
    'lease_expires_at goes back. As of holds: 409 hold_limit_lot, hold_limit_key, reported_full; ' +
    'plate_already_held: by your keys.',
  tags: ['fleets'],
  auth: { scope: 'fleet:write' },
  budgets: ['write'],
  body: DispatchInput,
  responses: {
    201: {
      description: 'The dispatch with its allocations',
      schema: Type.Object({ dispatch: DispatchSchema }),
    },
  },
  errors: ['NOT_FOUND'],
  repeat: {
    says: 'true when an earlier call made this dispatch',
    store: toId,
    recall: recallAllocated,
    check: ({ body, caller }) => checkVehicles(caller, readDispatch(body)),
  },

  async handler({ body, caller, requestId, remember }, { db, payments }) {
    const context = { requestId, remember };
    const dispatch = await allocateVehicles({ db, payments }, caller, readDispatch(body), context);
    return { status: 201, body: { dispatch: toDispatchShape(dispatch) } };
  },
});
