import { findDispatch } from '../../../src/parking/fleets/find-dispatch.ts';
import { DISPATCH_PARAMS } from '../../fields/id-params.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { DispatchSchema, toDispatchShape } from './dispatch-shape.ts';

export const getDispatchOperation = defineLookUp({
  operationId: 'getDispatch',
  path: '/av-fleet/dispatch/{dispatch_id}',
  summary: 'Look up one dispatch and what became of its vehicles',
  description: 'Of your keys, or of your fleet; any other is 404.',
  tags: ['fleets'],
  auth: { scope: 'reservations:read', orScopes: ['fleet:write'] },
  params: DISPATCH_PARAMS,
  answer: { dispatch: DispatchSchema },
  answerDescription: 'The dispatch',
  find: async ({ params, caller }, { db }) => ({
    dispatch: toDispatchShape(await findDispatch(db, caller, params.dispatch_id)),
  }),
});
