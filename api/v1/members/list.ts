import { listMembers } from '../../../src/access/members/list-members.ts';
import { defineList } from '../../reads/define-list.ts';
import { MemberSchema, toMemberShape } from './member-shape.ts';

export const listMembersOperation = defineList({
  operationId: 'listMembers',
  path: '/api/v1/members',
  summary: 'List the people who work for you, who joined last first',
  description: 'Not for the key of a fleet, nor for a test key.',
  tags: ['members'],
  auth: { scope: 'members:read' },
  rows: 'members',
  item: MemberSchema,
  list: ({ caller, page }, { db }) => listMembers(db, caller, page),
  present: toMemberShape,
});
