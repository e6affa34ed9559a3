import { Type } from 'typebox';
import { searchSessions } from '../../../src/parking/sessions/search-sessions.ts';
import { InstantInput, PlateInput } from '../../fields/field-types.ts';
import { LotId } from '../../fields/ids.ts';
import { LIST_QUERY, listOf, presentPage } from '../../fields/list.ts';
import { defineOperation } from '../../operation.ts';
import {
  SESSION_STATUSES,
  SessionSchema,
  statusesShownAs,
  toSessionShape,
} from './session-shape.ts';

export const searchSessionsOperation = defineOperation({
  operationId: 'searchSessions',
  method: 'get',
  path: '/api/v1/sessions/search',
  summary: 'Find the sessions of a licence plate',
  description:
    'Among the sessions you may see, newest first. Each look-up is written to the audit log.',
  tags: ['sessions'],
  auth: { scope: 'sessions:read' },
  isAuditedByHandler: true,
  budgets: ['read'],
  query: Type.Object({
    plate: PlateInput(),
    lot_id: Type.Optional(LotId('Only sessions on this lot')),
    status: Type.Optional(
      Type.Enum([...SESSION_STATUSES], { description: 'Only sessions of this status' }),
    ),
    at: Type.Optional(InstantInput('Only stays that were under way at this instant')),
    ...LIST_QUERY,
  }),
  responses: {
    200: { description: 'A page of sessions', schema: listOf(SessionSchema) },
  },

  async handler({ query, caller, requestId }, { db }) {
    const search = {
      plate: query.plate,
      lotId: query.lot_id ?? null,
      statuses: query.status === undefined ? null : statusesShownAs(query.status),
      at: query.at === undefined ? null : new Date(query.at),
      cursor: query.cursor ?? null,
      limit: query.limit,
    };
    const page = await searchSessions(db, caller, search, requestId);
    return { status: 200, body: presentPage(page, (one) => toSessionShape(one, caller)) };
  },
});
