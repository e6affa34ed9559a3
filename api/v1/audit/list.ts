import { Type } from 'typebox';
import { AUDIT_ACTIONS } from '../../../src/access/audit/audit-actions.ts';
import { listAudit } from '../../../src/access/audit/list-audit.ts';
import { InstantInput, instantOf } from '../../fields/field-types.ts';
import { defineList } from '../../reads/define-list.ts';
import { AuditSchema, toAuditShape } from './audit-shape.ts';

const ID_LENGTH_MAX = 200;

const ACTIONS = Object.keys(AUDIT_ACTIONS) as (keyof typeof AUDIT_ACTIONS)[];

const idOf = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX, description }));

export const listAuditOperation = defineList({
  operationId: 'listAudit',
  path: '/api/v1/audit',
  summary: 'List what was done to what is yours, and by your keys, newest first',
  description:
    'Each write of your mode has a row, and each read by an agent or look-up of a plate. Where ' +
    'a key of another operator parked on your lot, the row shows what it did and not who it was.',
  tags: ['audit'],
  auth: { scope: 'audit:read' },
  filters: {
    entity_id: idOf('Only what was done to this, such as a session or a key'),
    actor_id: idOf('Only what this key of yours did, or this part of the system'),
    action: Type.Optional(Type.Enum(ACTIONS, { description: 'Only this action' })),
    since: Type.Optional(InstantInput('Only rows from this instant on')),
    until: Type.Optional(InstantInput('Only rows before this instant')),
  },
  rows: 'the audit log',
  item: AuditSchema,
  list({ query, caller, page }, { db }) {
    const filter = {
      entityId: query.entity_id ?? null,
      actorId: query.actor_id ?? null,
      action: query.action ?? null,
      since: instantOf(query.since),
      until: instantOf(query.until),
    };
    return listAudit(db, caller, filter, page);
  },
  present: toAuditShape,
});
