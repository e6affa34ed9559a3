import { Type } from 'typebox';
import { listSessions } from '../../../src/parking/sessions/list-sessions.ts';
import { LotId } from '../../fields/ids.ts';
import { CREATED_FILTERS, defineList, readCreated } from '../../reads/define-list.ts';
import { SessionSchema, toSessionShape } from './session-shape.ts';
import { SESSION_STATUSES, statusesShownAs } from './session-status.ts';

export const listSessionsOperation = defineList({
  operationId: 'listSessions',
  path: '/api/v1/sessions',
  summary: 'List sessions, newest first',
  description:
    'Sessions on your lots and those your keys created; a fleet key sees those of its fleet only.',
  tags: ['sessions'],
  auth: { scope: 'sessions:read' },
  filters: {
    fleet_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Only vehicles of this fleet' }),
    ),
    status: Type.Optional(
      Type.Enum([...SESSION_STATUSES], { description: 'Only sessions of this status' }),
    ),
    lot_id: Type.Optional(LotId('Only sessions on this lot')),
    ...CREATED_FILTERS,
  },
  rows: 'sessions',
  item: SessionSchema,
  list({ query, caller, page }, { db }) {
    const { fleet_id: fleetId = null, lot_id: lotId = null, status } = query;
    const statuses = status === undefined ? null : statusesShownAs(status);
    const filter = { fleetId, lotId, statuses, ...readCreated(query) };
    return listSessions(db, caller, { ...filter, ...page });
  },
  present: toSessionShape,
});
