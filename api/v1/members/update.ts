import { Type } from 'typebox';
import { changeRole } from '../../../src/access/members/change-members.ts';
import { MEMBER_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { MemberSchema, toMemberShape } from './member-shape.ts';
import { RoleInput } from './role-input.ts';

export const updateMemberOperation = defineOperation({
  operationId: 'updateMember',
  method: 'patch',
  path: '/api/v1/members/{member_id}',
  summary: 'Give a member another role',
  description:
    'In force at once. A role, old or new, that may do more than you is 403 naming `role`; the ' +
    'last owner stays one (409). Invitations that the member made are withdrawn.',
  tags: ['members'],
  auth: { scope: 'members:write' },
  budgets: ['write'],
  isSensitive: true,
  params: MEMBER_PARAMS,
  body: Type.Object({ role: RoleInput }, { examples: [{ role: 'manager' }] }),
  responses: {
    200: {
      description: 'The member as it is now',
      schema: Type.Object({ member: MemberSchema }),
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ params, body, caller, requestId }, { db }) {
    const asked = { memberId: params.member_id, role: body.role };
    const member = await changeRole(db, caller, asked, requestId);
    return { status: 200, body: { member: toMemberShape(member) } };
  },
});
