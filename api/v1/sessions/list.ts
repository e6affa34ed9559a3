import { Type } from 'typebox';
import { listSessions } from '../../../src/parking/sessions/list-sessions.ts';
import { InstantInput } from '../../fields/field-types.ts';
import { LotId } from '../../fields/ids.ts';
import { LIST_QUERY, listOf, presentPage } from '../../fields/list.ts';
import { defineOperation } from '../../operation.ts';
import {
  SESSION_STATUSES,
  SessionSchema,
  statusesShownAs,
  toSessionShape,
} from './session-shape.ts';

export const listSessionsOperation = defineOperation({
  operationId: 'listSessions',
  method: 'get',
  path: '/api/v1/sessions',
  summary: 'List sessions, newest first',
  description:
    'Sessions on your lots and those your keys created; a fleet key sees those of its fleet only.',
  tags: ['sessions'],
  auth: { scope: 'sessions:read' },
  budgets: ['read'],
  query: Type.Object({
    fleet_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Only vehicles of this fleet' }),
    ),
    status: Type.Optional(
      Type.Enum([...SESSION_STATUSES], { description: 'Only sessions of this status' }),
    ),
    lot_id: Type.Optional(LotId('Only sessions on this lot')),
    created_after: Type.Optional(InstantInput('Only those made after this instant')),
    created_before: Type.Optional(InstantInput('Only those made before this instant')),
    ...LIST_QUERY,
  }),
  responses: {
    200: { description: 'A page of sessions', schema: listOf(SessionSchema) },
  },

  async handler({ query, caller }, { db }) {
    const { created_after: after, created_before: before, status } = query;
    const page = await listSessions(db, caller, {
      fleetId: query.fleet_id ?? null,
      statuses: status === undefined ? null : statusesShownAs(status),
      lotId: query.lot_id ?? null,
      createdAfter: after === undefined ? null : new Date(after),
      createdBefore: before === undefined ? null : new Date(before),
      cursor: query.cursor ?? null,
      limit: query.limit,
    });
    return { status: 200, body: presentPage(page, (one) => toSessionShape(one, caller)) };
  },
});
