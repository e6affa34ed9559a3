import {
  findInvitation,
  joinWith,
  type OpenedInvitation,
} from '../../../src/access/members/invitations/join.ts';
import { acceptInvitation } from '../../../src/access/sign-in/accept-invitation.ts';
import { chooseMember } from '../../../src/access/sign-in/sign-ins.ts';
import { type Html, html } from '../../dress/html.ts';
import type { Asked, OpenPage, PageReply, Shown } from '../dashboard-page.ts';
import { field } from '../parts/field.ts';
import { refusalOf } from '../parts/notice.ts';
import { type Form, maybe } from '../visit/form.ts';
import { signedIn } from '../visit/signed-in.ts';
import { deviceOf, goOnAs } from './begin-visit.ts';
import { companyLink } from './company-link.ts';

const OVER = {
  used: 'This invitation was used. Sign in, or ask for another one.',
  expired: 'This invitation is over: it was good for a day. Ask for another one.',
  withdrawn: 'This invitation was withdrawn. Ask for another one.',
  unknown: 'This link is wrong. Open it again, all of it.',
} as const;
/** Of a person who gives no name. */
const NAMES = { owner: 'Owner', manager: 'Manager', viewer: 'Viewer' } as const;

/** Opening it accepts nothing, because programs that look for malware open links. */
export const invitationPage: OpenPage = {
  path: '/dashboard/invitations/{token}',
  name: 'dashboardInvitation',
  isOpen: true,
  get: (asked) => show(asked),

  async post(asked, form) {
    try {
      return await accept(asked, form);
    } catch (error) {
      return { ...(await show(asked, form, refusalOf(error))), status: 409 };
    }
  },
};

/** Somebody who is signed in may join as who they are; anybody else joins as a new person. */
async function accept(asked: Asked, form: Form): Promise<PageReply> {
  const { api, params, requestId } = asked;
  const token = params.token ?? '';
  const signIn = (await signedIn(asked))?.signIn;
  if (signIn !== undefined && form.as === 'self') {
    const { memberId } = await joinWith(api.db, token, signIn.personId, requestId);
    await chooseMember(api.db, signIn.signInId, memberId);
    return { location: '/dashboard' };
  }
  const found = await findInvitation(api.db, token);
  const usual = found.state === 'unknown' ? 'Member' : NAMES[found.role];
  const person = { name: maybe(form, 'name') ?? usual, email: maybe(form, 'email') ?? null };
  const device = deviceOf(asked);
  const started = await acceptInvitation(api.db, token, { ...person, device }, requestId);
  return goOnAs(started, started.signIn.isDemo ? '/dashboard' : '/dashboard/account');
}

async function show(asked: Asked, form: Form = {}, problem?: Html): Promise<Shown> {
  const found = await findInvitation(asked.api.db, asked.params.token ?? '');
  if (found.state !== 'open')
    return {
      title: 'Invitation',
      main: html`<p>${OVER[found.state]}</p><p><a href="/dashboard/sign-in">Sign in</a></p>`,
    };
  const { operatorName, role, email } = found as OpenedInvitation;
  const signIn = (await signedIn(asked))?.signIn;
  return {
    title: `Join ${operatorName}`,
    main: html`${problem}
<p>You are invited as ${role === 'owner' ? 'an' : 'a'} ${role} of ${operatorName}.</p>
${
  signIn &&
  html`<form method="post"><input type="hidden" name="as" value="self">
<button class="primary">Join as ${signIn.personName}</button></form><p>Or as somebody else:</p>`
}
<form method="post">
${field({ name: 'name', label: 'Your name', value: form.name, autocomplete: 'name' })}
${field({
  ...{ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'email' },
  value: form.email ?? email ?? undefined,
  hint: 'Needed to sign in with a password; a passkey does without.',
})}
<button class="primary">Open the dashboard</button>
</form>
${companyLink(asked.api, new URLSearchParams({ invitation: asked.params.token ?? '' }))}`,
  };
}
