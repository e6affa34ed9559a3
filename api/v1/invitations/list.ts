import { listInvitations } from '../../../src/access/members/invitations/manage-invitations.ts';
import { defineList } from '../../reads/define-list.ts';
import { InvitationSchema, toInvitationShape } from './invitation-shape.ts';

export const listInvitationsOperation = defineList({
  operationId: 'listInvitations',
  path: '/api/v1/invitations',
  summary: 'List your invitations, newest first',
  description:
    'Also those that were used, withdrawn or are over, for 30 days; without their addresses. Not ' +
    'for the key of a fleet, nor for a test key.',
  tags: ['members'],
  auth: { scope: 'members:read' },
  rows: 'invitations',
  item: InvitationSchema,
  list: ({ caller, page }, { db }) => listInvitations(db, caller, page),
  present: toInvitationShape,
});
