import { Type } from 'typebox';
import { listHolds } from '../../../src/parking/holds/list-holds.ts';
import { InstantInput } from '../../fields/field-types.ts';
import { LotId } from '../../fields/ids.ts';
import { LIST_QUERY, listOf, presentPage } from '../../fields/list.ts';
import { defineOperation } from '../../operation.ts';
import { HOLD_STATUSES, HoldSchema, toHoldShape } from './hold-shape.ts';

export const listReservationsOperation = defineOperation({
  operationId: 'listReservations',
  method: 'get',
  path: '/api/v1/reserve',
  summary: 'List holds, newest first',
  description:
    'Holds and fleet allocations of your keys, and those of others on your lots, without the ' +
    'words they were asked for with; a fleet key sees those of its fleet only.',
  tags: ['holds'],
  auth: { scope: 'reservations:read', orScopes: ['reservations:write'] },
  budgets: ['read'],
  query: Type.Object({
    status: Type.Optional(
      Type.Enum([...HOLD_STATUSES], { description: 'Only holds of this status' }),
    ),
    lot_id: Type.Optional(LotId('Only holds on this lot')),
    created_after: Type.Optional(InstantInput('Only those made after this instant')),
    created_before: Type.Optional(InstantInput('Only those made before this instant')),
    ...LIST_QUERY,
  }),
  responses: {
    200: { description: 'A page of holds', schema: listOf(HoldSchema) },
  },

  async handler({ query, caller }, { db }) {
    const { created_after: after, created_before: before } = query;
    const page = await listHolds(db, caller, {
      status: query.status ?? null,
      lotId: query.lot_id ?? null,
      createdAfter: after === undefined ? null : new Date(after),
      createdBefore: before === undefined ? null : new Date(before),
      cursor: query.cursor ?? null,
      limit: query.limit,
    });
    return { status: 200, body: presentPage(page, toHoldShape) };
  },
});
