import { Type } from 'typebox';
import { listDispatches } from '../../../src/parking/fleets/list-dispatches.ts';
import { CREATED_FILTERS, defineList, readCreated } from '../../reads/define-list.ts';
import { DISPATCH_STATUSES, DispatchSchema, toDispatchShape } from './dispatch-shape.ts';

export const listDispatchesOperation = defineList({
  operationId: 'listDispatches',
  path: '/av-fleet/dispatch',
  summary: 'List dispatches, newest first',
  description: 'Those your keys sent; a fleet key sees those of its fleet only.',
  tags: ['fleets'],
  auth: { scope: 'reservations:read', orScopes: ['fleet:write'] },
  filters: {
    fleet_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Only those of this fleet' }),
    ),
    status: Type.Optional(
      Type.Enum([...DISPATCH_STATUSES], {
        description: 'Only those of this status; allocated while any vehicle may still come',
      }),
    ),
    ...CREATED_FILTERS,
  },
  rows: 'dispatches',
  item: DispatchSchema,
  list({ query, caller, page }, { db }) {
    const { fleet_id: fleetId = null, status = null } = query;
    return listDispatches(db, caller, { fleetId, status, ...readCreated(query), ...page });
  },
  present: toDispatchShape,
});
