import { setPassword } from '../../../src/access/sign-in/passwords/set-password.ts';
import { type Html, html } from '../../dress/html.ts';
import type { ClosedPage, PageReply, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { field } from '../parts/field.ts';
import { orRefused } from '../parts/or-refused.ts';
import { type Form, need } from '../visit/form.ts';

export const passwordPage: ClosedPage = {
  path: '/dashboard/account/password',
  name: 'dashboardPassword',
  isSensitive: 'seen',
  givesProof: true,
  get: async (visit) => show(visit),

  post: orRefused(change, show),
};

async function change(visit: Visit, form: Form): Promise<PageReply> {
  const { api, signIn, requestId, href } = visit;
  await setPassword(api.db, signIn, need(form, 'password'), requestId);
  return { location: href('/account') };
}

function show(visit: Visit, problem?: Html): Shown {
  const { email } = visit.signIn;
  if (email === null)
    return {
      title: 'Password',
      main: html`<p>A password needs an e-mail address to sign in with, and you have none here. Use
a passkey.</p>`,
    };
  return {
    title: 'Password',
    main: html`${problem}
<p>You sign in with ${email} and this password. All your other sign-ins end.</p>
<form method="post" action="${visit.href('/account/password')}">${csrfField(visit)}
<input type="hidden" name="email" autocomplete="username" value="${email}">
${field({
  ...{ name: 'password', label: 'New password', type: 'password', isRequired: true },
  ...{ autocomplete: 'new-password', hint: 'At least 12 characters; a few words are fine.' },
})}
<button class="primary">Set the password</button>
<a class="button" href="${visit.href('/account')}">Back</a>
</form>`,
  };
}
