import { Type } from 'typebox';
import { listDispatches } from '../../../src/parking/fleets/list-dispatches.ts';
import { InstantInput } from '../../fields/field-types.ts';
import { LIST_QUERY, listOf, presentPage } from '../../fields/list.ts';
import { defineOperation } from '../../operation.ts';
import { DISPATCH_STATUSES, DispatchSchema, toDispatchShape } from './dispatch-shape.ts';

export const listDispatchesOperation = defineOperation({
  operationId: 'listDispatches',
  method: 'get',
  path: '/av-fleet/dispatch',
  summary: 'List dispatches, newest first',
  description: 'Those your keys sent; a fleet key sees those of its fleet only.',
  tags: ['fleets'],
  auth: { scope: 'reservations:read', orScopes: ['fleet:write'] },
  budgets: ['read'],
  query: Type.Object({
    fleet_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Only those of this fleet' }),
    ),
    status: Type.Optional(
      Type.Enum([...DISPATCH_STATUSES], {
        description: 'Only those of this status; allocated while any vehicle may still come',
      }),
    ),
    created_after: Type.Optional(InstantInput('Only those made after this instant')),
    created_before: Type.Optional(InstantInput('Only those made before this instant')),
    ...LIST_QUERY,
  }),
  responses: {
    200: { description: 'A page of dispatches', schema: listOf(DispatchSchema) },
  },

  async handler({ query, caller }, { db }) {
    const { created_after: after, created_before: before } = query;
    const page = await listDispatches(db, caller, {
      fleetId: query.fleet_id ?? null,
      status: query.status ?? null,
      createdAfter: after === undefined ? null : new Date(after),
      createdBefore: before === undefined ? null : new Date(before),
      cursor: query.cursor ?? null,
      limit: query.limit,
    });
    return { status: 200, body: presentPage(page, toDispatchShape) };
  },
});
