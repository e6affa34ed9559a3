import { findMember } from '../../../src/access/members/list-members.ts';
import { MEMBER_PARAMS } from '../../fields/id-params.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { MemberSchema, toMemberShape } from './member-shape.ts';

export const getMemberOperation = defineLookUp({
  operationId: 'getMember',
  path: '/api/v1/members/{member_id}',
  summary: 'Look up somebody who works for you',
  description: 'One that was removed is 404. Not for the key of a fleet, nor for a test key.',
  tags: ['members'],
  auth: { scope: 'members:read' },
  params: MEMBER_PARAMS,
  answer: { member: MemberSchema },
  answerDescription: 'The member',
  find: async ({ params, caller }, { db }) => ({
    member: toMemberShape(await findMember(db, caller, params.member_id)),
  }),
});
