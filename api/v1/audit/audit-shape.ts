import { type Static, Type } from 'typebox';
import type { ShownAudit } from '../../../src/access/audit/list-audit.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { Instant } from '../../fields/field-types.ts';
import { RequestId } from '../../fields/ids.ts';
import { presentDiff } from './audit-diff.ts';

const Members = Type.Record(Type.String(), Type.Unknown());

export const AuditSchema = named('AuditRow', {
  id: Type.String(),
  at: Instant,
  actor: named('AuditActor', {
    type: Type.Enum(['key', 'system', 'person', 'token']),
    id: nullable(
      Type.String({
        description:
          'A key, a part of this system, a member or a connected app; null: one of another ' +
          'operator',
      }),
    ),
  }),
  agent_platform: nullable(Type.String()),
  action: Type.String(),
  entity_id: nullable(
    Type.String({
      description:
        'What it was done to, or the operation that was read; null: a vehicle, not named',
    }),
  ),
  request_id: nullable(RequestId('`X-Request-Id` of the call that did it')),
  diff: named(
    'AuditDiff',
    { before: Type.Optional(nullable(Members)), after: Type.Optional(Members) },
    {
      additionalProperties: true,
      description:
        'before and after: the members that changed, the same in both, as answers name them; ' +
        'before is null where the thing was made. Beside them: what else the row says',
    },
  ),
});

export type AuditShape = Static<typeof AuditSchema>;

export function toAuditShape(row: ShownAudit): AuditShape {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor,
    agent_platform: row.agentPlatform,
    action: row.action,
    entity_id: row.entityId,
    request_id: row.requestId,
    diff: presentDiff(row),
  };
}
