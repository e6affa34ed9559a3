import { withdrawInvitation } from '../../../src/access/members/invitations/manage-invitations.ts';
import { INVITATION_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';

export const deleteInvitationOperation = defineOperation({
  operationId: 'deleteInvitation',
  method: 'delete',
  path: '/api/v1/invitations/{invitation_id}',
  summary: 'Withdraw an invitation',
  description:
    'It stays in the list, with `withdrawn_at`. One that was used is 409: remove the member. One ' +
    'to a role that may do more than you is 403 naming `role`.',
  tags: ['members'],
  auth: { scope: 'members:write' },
  budgets: ['write'],
  params: INVITATION_PARAMS,
  responses: { 204: { description: 'It is withdrawn, now or before' } },
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ params, caller, requestId }, { db }) {
    await withdrawInvitation(db, caller, params.invitation_id, requestId);
    return { status: 204 };
  },
});
