import { Type } from 'typebox';
import { sendInvitation } from '../../../src/access/mail/send-invitation.ts';
import { invitationUrl } from '../../../src/access/members/invitations/invitation.ts';
import { inviteAs, type NewInvitation } from '../../../src/access/members/invitations/invite.ts';
import { defineOperation } from '../../operation.ts';
import { RoleInput } from '../members/role-input.ts';
import { InvitationSchema, toInvitationShape } from './invitation-shape.ts';

/** Characters. */
const EMAIL_LENGTH_MAX = 254;

export const createInvitationOperation = defineOperation({
  operationId: 'createInvitation',
  method: 'post',
  path: '/api/v1/invitations',
  summary: 'Invite somebody to work for you',
  description:
    'Good once, for 24 hours. With an e-mail address it is sent there where this service sends ' +
    'mail; otherwise hand on its `url`, with which anybody can join. A role that may do more ' +
    'than you is 403 naming `role`.',
  tags: ['members'],
  auth: { scope: 'members:write' },
  budgets: ['write'],
  isSensitive: true,
  body: Type.Object(
    {
      role: RoleInput,
      email: Type.Optional(
        Type.String({
          minLength: 3,
          maxLength: EMAIL_LENGTH_MAX,
          description: 'Where to send it; nowhere unless given',
        }),
      ),
    },
    { examples: [{ role: 'viewer' }, { role: 'manager', email: 'kim@example.com' }] },
  ),
  responses: {
    201: {
      description: 'The invitation with its address; a repeat of the call gets no address',
      schema: Type.Object({
        invitation: InvitationSchema,
        url: Type.Optional(
          Type.String({ format: 'uri', description: 'Whoever opens it can join; shown only here' }),
        ),
        is_mailed: Type.Optional(Type.Boolean({ description: 'It was sent by mail' })),
      }),
    },
  },
  repeat: {
    says: 'true when an earlier call made it',
    store: (made: NewInvitation) => toInvitationShape(made),
    recall: (invitation) => ({ invitation }),
  },

  async handler({ body, caller, requestId, remember }, { db, config }) {
    const asked = { role: body.role, email: body.email ?? null };
    const made = await inviteAs(db, caller, asked, { requestId, remember });
    const url = invitationUrl(config.baseUrl, made.token);
    const is_mailed = await sendInvitation(config, { ...made, url });
    return { status: 201, body: { invitation: toInvitationShape(made), url, is_mailed } };
  },
});
