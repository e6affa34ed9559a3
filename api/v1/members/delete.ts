import { removeMember } from '../../../src/access/members/change-members.ts';
import { MEMBER_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';

export const deleteMemberOperation = defineOperation({
  operationId: 'deleteMember',
  method: 'delete',
  path: '/api/v1/members/{member_id}',
  summary: 'Remove a member',
  description:
    'What it is signed in with here ends at once, and invitations that it made are withdrawn. ' +
    'One who may do more than you is 403 naming `role`; the last owner stays (409).',
  tags: ['members'],
  auth: { scope: 'members:write' },
  budgets: ['write'],
  isSensitive: true,
  params: MEMBER_PARAMS,
  responses: { 204: { description: 'The member is removed' } },
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ params, caller, requestId }, { db }) {
    await removeMember(db, caller, params.member_id, requestId);
    return { status: 204 };
  },
});
