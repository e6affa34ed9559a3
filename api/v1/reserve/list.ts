import { Type } from 'typebox';
import { listHolds } from '../../../src/parking/holds/list-holds.ts';
import { LotId } from '../../fields/ids.ts';
import { CREATED_FILTERS, defineList, readCreated } from '../../reads/define-list.ts';
import { HOLD_STATUSES, HoldSchema, toHoldShape } from './hold-shape.ts';

export const listReservationsOperation = defineList({
  operationId: 'listReservations',
  path: '/api/v1/reserve',
  summary: 'List holds, newest first',
  description:
    'Holds and fleet allocations of your keys, and those of others on your lots, without the ' +
    'words they were asked for with; a fleet key sees those of its fleet only.',
  tags: ['holds'],
  auth: { scope: 'reservations:read', orScopes: ['reservations:write'] },
  filters: {
    status: Type.Optional(
      Type.Enum([...HOLD_STATUSES], { description: 'Only holds of this status' }),
    ),
    lot_id: Type.Optional(LotId('Only holds on this lot')),
    ...CREATED_FILTERS,
  },
  rows: 'holds',
  item: HoldSchema,
  list({ query, caller, page }, { db }) {
    const { status = null, lot_id: lotId = null } = query;
    return listHolds(db, caller, { status, lotId, ...readCreated(query), ...page });
  },
  present: toHoldShape,
});
