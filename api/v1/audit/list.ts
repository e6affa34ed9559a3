import { Type } from 'typebox';
import { AUDIT_ACTIONS } from '../../../src/access/audit/audit-actions.ts';
import { listAudit } from '../../../src/access/audit/list-audit.ts';
import { InstantInput } from '../../fields/field-types.ts';
import { LIST_QUERY, listOf, presentPage } from '../../fields/list.ts';
import { defineOperation } from '../../operation.ts';
import { AuditSchema, toAuditShape } from './audit-shape.ts';

const ID_LENGTH_MAX = 200;

const ACTIONS = Object.keys(AUDIT_ACTIONS) as (keyof typeof AUDIT_ACTIONS)[];

const idOf = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX, description }));

export const listAuditOperation = defineOperation({
  operationId: 'listAudit',
  method: 'get',
  path: '/api/v1/audit',
  summary: 'List what was done to what is yours, and by your keys, newest first',
  description:
    'Each write of your world has a row, and each read by an agent or look-up of a plate. Where ' +
    'a key of another operator parked on your lot, the row shows what it did and not who it was.',
  tags: ['audit'],
  auth: { scope: 'audit:read' },
  budgets: ['read'],
  query: Type.Object({
    entity_id: idOf('Only what was done to this, such as a session or a key'),
    actor_id: idOf('Only what this key of yours did, or this part of the system'),
    action: Type.Optional(Type.Enum(ACTIONS, { description: 'Only this action' })),
    since: Type.Optional(InstantInput('Only rows from this instant on')),
    until: Type.Optional(InstantInput('Only rows before this instant')),
    ...LIST_QUERY,
  }),
  responses: {
    200: { description: 'A page of the audit log', schema: listOf(AuditSchema) },
  },

  async handler({ query, caller }, { db }) {
    const { entity_id, actor_id, action, since, until, cursor, limit } = query;
    const filter = {
      entityId: entity_id ?? null,
      actorId: actor_id ?? null,
      action: action ?? null,
      since: since === undefined ? null : new Date(since),
      until: until === undefined ? null : new Date(until),
    };
    const page = await listAudit(db, caller, filter, { cursor: cursor ?? null, limit });
    return { status: 200, body: presentPage(page, toAuditShape) };
  },
});
