import { ROLES } from '../../../src/access/principals/roles.ts';
import { copyable } from '../../dress/copyable.ts';
import { COPY } from '../../dress/design-files.ts';
import { type Html, html } from '../../dress/html.ts';
import { createInvitationOperation } from '../../v1/invitations/create.ts';
import { deleteInvitationOperation } from '../../v1/invitations/delete.ts';
import type { InvitationShape } from '../../v1/invitations/invitation-shape.ts';
import { listInvitationsOperation } from '../../v1/invitations/list.ts';
import { listMembersOperation } from '../../v1/members/list.ts';
import type { MemberShape } from '../../v1/members/member-shape.ts';
import type { ClosedPage, PageReply, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { addressOf } from '../parts/address.ts';
import { choice, field } from '../parts/field.ts';
import { instant } from '../parts/instant.ts';
import { notice, sentBefore } from '../parts/notice.ts';
import { orRefused } from '../parts/or-refused.ts';
import { table } from '../parts/table.ts';
import { type Form, maybe, need } from '../visit/form.ts';
import { mayCall } from '../visit/may-call.ts';

type Invited = { invitation: InvitationShape; url?: string; is_mailed?: boolean };

/** Members are the same in both modes. */
export const membersPage: ClosedPage = {
  path: '/dashboard/members',
  name: 'dashboardMembers',
  isSensitive: 'sent',
  get: (visit) => show(visit),

  post: orRefused(change, show),
};

async function change(visit: Visit, form: Form): Promise<PageReply> {
  const { callLive, href } = visit;
  if (form.act === 'withdraw') {
    const params = { invitation_id: need(form, 'invitation_id') };
    await callLive(deleteInvitationOperation, { params });
    return { location: href('/members') };
  }
  const invited = await callLive<Invited>(createInvitationOperation, {
    body: { role: need(form, 'role'), email: maybe(form, 'email') },
  });
  return { ...(await show(visit, invitedNotice(invited))), scripts: [COPY] };
}

/** The address of an invitation, which no later page shows. */
function invitedNotice({ invitation, url, is_mailed: isMailed }: Invited): Html {
  if (url === undefined) return sentBefore;
  const how = isMailed ? `It was sent to ${invitation.email}.` : 'Hand it on yourself:';
  return html`${notice(
    'ok',
    html`The invitation is good once, until
${instant(invitation.expires_at)}. ${how}`,
  )}
${url && copyable(url)}`;
}

async function show(visit: Visit, note?: Html): Promise<Shown> {
  const [members, invitations] = await Promise.all([
    visit.callLive<{ data: MemberShape[] }>(listMembersOperation, { query: { limit: 100 } }),
    visit.callLive<{ data: InvitationShape[] }>(listInvitationsOperation),
  ]);
  const mayInvite = mayCall(visit, createInvitationOperation);
  const open = invitations.data.filter(({ state }) => state === 'open');
  return {
    title: 'Members',
    main: html`${note}
${table({
  caption: 'Members',
  heads: ['Name', 'E-mail address', 'Role', 'Joined'],
  rows: members.data.map((member) => [
    html`<a href="${visit.href(`/members/${member.id}`)}">${member.name}</a>`,
    addressOf(member.email, member.is_email_confirmed),
    member.role,
    instant(member.joined_at),
  ]),
  empty: html`<p>Nobody.</p>`,
})}
${mayInvite && inviteForm(visit)}
${
  open.length > 0 &&
  html`<h2>Open invitations</h2>${table({
    caption: 'Open invitations',
    heads: ['For', 'Role', 'Made', 'Good until', ''],
    rows: open.map((one) => [
      one.email ?? 'whoever has the link',
      one.role,
      instant(one.created_at),
      instant(one.expires_at),
      mayInvite ? withdrawForm(visit, one.id) : '',
    ]),
    empty: html``,
  })}`
}`,
  };
}

function inviteForm(visit: Visit): Html {
  return html`<section class="card"><h2>Invite somebody</h2>
<form method="post" action="${visit.href('/members')}">${csrfField(visit)}
${field({
  ...{ name: 'email', label: 'E-mail address', type: 'email' },
  hint: 'The link is sent there where this service sends mail; you always see it, too.',
})}
${choice(
  { name: 'role', label: 'Role', value: 'viewer' },
  ROLES.map((role) => [role, `${role}: ${MAY[role]}`] as const),
)}
<button class="primary" name="act" value="invite">Invite</button></form></section>`;
}

/** What each role may do, in a few words. */
export const MAY = {
  owner: 'everything',
  manager: 'all but the plan, keys, members and erasures',
  viewer: 'look at everything, change nothing',
} as const;

function withdrawForm(visit: Visit, id: string): Html {
  return html`<form method="post" action="${visit.href('/members')}">${csrfField(visit)}
<input type="hidden" name="invitation_id" value="${id}">
<button class="quiet" name="act" value="withdraw">Withdraw</button></form>`;
}
