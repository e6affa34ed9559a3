import { deleteLot } from '../../../src/parking/lots/write/delete-lot.ts';
import { LOT_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';

export const deleteLotOperation = defineOperation({
  operationId: 'deleteLot',
  method: 'delete',
  path: '/api/v1/lots/{lot_id}',
  summary: 'Delete one of your lots',
  description:
    'Its past stays can still be looked up. While there are stays or live holds on it: 409; set ' +
    'its status to closed and delete it once they have ended.',
  tags: ['lots'],
  auth: { scope: 'lots:write' },
  budgets: ['write'],
  params: LOT_PARAMS,
  responses: { 204: { description: 'It is deleted' } },
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ params, caller, requestId }, { db }) {
    await deleteLot(db, caller, params.lot_id, requestId);
    return { status: 204 };
  },
});
