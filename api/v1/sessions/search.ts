import { Type } from 'typebox';
import { searchSessions } from '../../../src/parking/sessions/search-sessions.ts';
import { InstantInput, instantOf, PlateInput } from '../../fields/field-types.ts';
import { LotId } from '../../fields/ids.ts';
import { defineList } from '../../reads/define-list.ts';
import { SessionSchema, toSessionShape } from './session-shape.ts';
import { SESSION_STATUSES, statusesShownAs } from './session-status.ts';

export const searchSessionsOperation = defineList({
  operationId: 'searchSessions',
  path: '/api/v1/sessions/search',
  summary: 'Find the sessions of a licence plate',
  description:
    'Among the sessions you may see, newest first. Each look-up is written to the audit log.',
  tags: ['sessions'],
  auth: { scope: 'sessions:read' },
  isAuditedByHandler: true,
  filters: {
    plate: PlateInput(),
    lot_id: Type.Optional(LotId('Only sessions on this lot')),
    status: Type.Optional(
      Type.Enum([...SESSION_STATUSES], { description: 'Only sessions of this status' }),
    ),
    at: Type.Optional(InstantInput('Only stays that were under way at this instant')),
  },
  rows: 'sessions',
  item: SessionSchema,
  list({ query, caller, page, requestId }, { db }) {
    const { plate, lot_id: lotId = null, status } = query;
    const statuses = status === undefined ? null : statusesShownAs(status);
    const search = { plate, lotId, statuses, at: instantOf(query.at), ...page };
    return searchSessions(db, caller, search, requestId);
  },
  present: toSessionShape,
});
