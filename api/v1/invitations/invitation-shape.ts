import { type Static, Type } from 'typebox';
import type { InvitationRecord } from '../../../src/access/members/invitations/invitation.ts';
import { MAY_GROW } from '../../../src/kit/web/document/annotations.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { Instant } from '../../fields/field-types.ts';
import { InvitationId } from '../../fields/ids.ts';
import { RoleSchema } from '../members/member-shape.ts';

export const InvitationSchema = named('Invitation', {
  id: InvitationId(),
  email: nullable(Type.String({ description: 'Whom it is for; null: whoever has its address' })),
  role: RoleSchema,
  state: Type.Enum(['open', 'used', 'expired', 'withdrawn'], { [MAY_GROW]: true }),
  made_by: Type.String({ description: 'The member, the key or the part of this system' }),
  created_at: Instant,
  expires_at: Instant,
  accepted_at: nullable(Instant),
  withdrawn_at: nullable(Instant),
});

export type InvitationShape = Static<typeof InvitationSchema>;

export function toInvitationShape(invitation: InvitationRecord): InvitationShape {
  const { invitationId, email, role, state, madeBy, createdAt, expiresAt } = invitation;
  return {
    ...{ id: invitationId, email, role, state, made_by: madeBy },
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    accepted_at: invitation.acceptedAt?.toISOString() ?? null,
    withdrawn_at: invitation.withdrawnAt?.toISOString() ?? null,
  };
}
