import { ROLES } from '../../../src/access/principals/roles.ts';
import { type Html, html } from '../../dress/html.ts';
import { deleteMemberOperation } from '../../v1/members/delete.ts';
import { getMemberOperation } from '../../v1/members/get.ts';
import type { MemberShape } from '../../v1/members/member-shape.ts';
import { updateMemberOperation } from '../../v1/members/update.ts';
import type { ClosedPage, PageReply, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { addressOf } from '../parts/address.ts';
import { definitions } from '../parts/definitions.ts';
import { choice } from '../parts/field.ts';
import { instant } from '../parts/instant.ts';
import { orRefused } from '../parts/or-refused.ts';
import { checkTyped, typedName } from '../parts/typed-name.ts';
import { type Form, need } from '../visit/form.ts';
import { mayCall } from '../visit/may-call.ts';
import { MAY } from './members.ts';

type Found = { member: MemberShape };

export const memberPage: ClosedPage = {
  path: '/dashboard/members/{member_id}',
  name: 'dashboardMember',
  isSensitive: 'sent',
  get: (visit) => show(visit),

  post: orRefused(change, show),
};

async function change(visit: Visit, form: Form): Promise<PageReply> {
  const { callLive, params, href } = visit;
  if (form.act === 'role') {
    await callLive(updateMemberOperation, { params, body: { role: need(form, 'role') } });
    return { location: visit.path };
  }
  const { member } = await callLive<Found>(getMemberOperation, { params });
  checkTyped(form, member.name);
  await callLive(deleteMemberOperation, { params });
  return { location: href('/members') };
}

async function show(visit: Visit, problem?: Html): Promise<Shown> {
  const { params } = visit;
  const { member } = await visit.callLive<Found>(getMemberOperation, { params });
  return {
    title: member.name,
    main: html`${problem}
${definitions([
  ['E-mail address', addressOf(member.email, member.is_email_confirmed)],
  ['Role', `${member.role}: ${MAY[member.role]}`],
  ['Joined', instant(member.joined_at)],
  ['Id', html`<code>${member.id}</code>`],
])}
${mayCall(visit, updateMemberOperation) && acts(visit, member)}`,
  };
}

function acts(visit: Visit, member: MemberShape): Html {
  const action = visit.href(`/members/${member.id}`);
  return html`<section class="card"><h2>Another role</h2>
<form method="post" action="${action}">${csrfField(visit)}
${choice(
  { name: 'role', label: 'Role', value: member.role },
  ROLES.map((role) => [role, `${role}: ${MAY[role]}`] as const),
)}
<button name="act" value="role">Change the role</button></form></section>
<section class="card"><h2>Remove</h2>
<p>Sign-ins of this person at your operator end at once.</p>
<form method="post" action="${action}">${csrfField(visit)}
${typedName(member.name)}
<button class="danger" name="act" value="remove">Remove the member</button></form></section>`;
}
