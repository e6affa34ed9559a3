import { Type } from 'typebox';
import { REF_LENGTH_MAX } from '../../../src/parking/lots/osm/tags.ts';
import { listOwnLots } from '../../../src/parking/lots/own-lots.ts';
import { InstantInput } from '../../fields/field-types.ts';
import { LIST_QUERY, listOf, presentPage } from '../../fields/list.ts';
import { defineOperation } from '../../operation.ts';
import { OperatorLotSchema, presentOperatorLot } from './operator-lot.ts';

export const listLotsOperation = defineOperation({
  operationId: 'listLots',
  method: 'get',
  path: '/api/v1/lots',
  summary: 'List your lots, newest first',
  description:
    'Those that are not listed and those that are closed too. Lots of others are found by ' +
    '/api/v1/lots/search.',
  tags: ['lots'],
  auth: { scope: 'lots:read' },
  budgets: ['read'],
  query: Type.Object({
    status: Type.Optional(
      Type.Enum(['active', 'closed'], { description: 'Only lots of this status' }),
    ),
    is_listed: Type.Optional(
      Type.Boolean({ description: 'Only those that others find, or only those they do not' }),
    ),
    ref: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: REF_LENGTH_MAX,
        description: 'Only the lot that you call so',
      }),
    ),
    created_after: Type.Optional(InstantInput('Only those made after this instant')),
    created_before: Type.Optional(InstantInput('Only those made before this instant')),
    ...LIST_QUERY,
  }),
  responses: {
    200: { description: 'A page of lots', schema: listOf(OperatorLotSchema) },
  },

  async handler({ query, caller }, { db, config }) {
    const { created_after: after, created_before: before } = query;
    const page = await listOwnLots(db, caller, {
      status: query.status ?? null,
      isListed: query.is_listed ?? null,
      ref: query.ref ?? null,
      createdAfter: after === undefined ? null : new Date(after),
      createdBefore: before === undefined ? null : new Date(before),
      cursor: query.cursor ?? null,
      limit: query.limit,
    });
    return {
      status: 200,
      body: presentPage(page, (lot) => presentOperatorLot(lot, config.baseUrl)),
    };
  },
});
