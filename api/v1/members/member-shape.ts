import { type Static, Type } from 'typebox';
import type { MemberRecord } from '../../../src/access/members/member.ts';
import { ROLES } from '../../../src/access/principals/roles.ts';
import { MAY_GROW } from '../../../src/kit/web/document/annotations.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { Instant } from '../../fields/field-types.ts';
import { MemberId } from '../../fields/ids.ts';

export const RoleSchema = Type.Enum([...ROLES], {
  [MAY_GROW]: true,
  description: 'What the member may do',
});

export const MemberSchema = named('Member', {
  id: MemberId(),
  name: Type.String(),
  email: nullable(Type.String({ description: 'What the person signs in with; null: a passkey' })),
  is_email_confirmed: Type.Boolean({
    description:
      'Whether somebody at that address has confirmed it; otherwise it is as it was typed',
  }),
  role: RoleSchema,
  joined_at: Instant,
});

export type MemberShape = Static<typeof MemberSchema>;

export function toMemberShape(member: MemberRecord): MemberShape {
  const { memberId: id, name, email, isEmailConfirmed, role, joinedAt } = member;
  return {
    ...{ id, name, email, is_email_confirmed: isEmailConfirmed, role },
    joined_at: joinedAt.toISOString(),
  };
}
