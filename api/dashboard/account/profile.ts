import { requestEmailChange } from '../../../src/access/sign-in/person/change-email.ts';
import { setName } from '../../../src/access/sign-in/person/set-name.ts';
import { type Html, html } from '../../dress/html.ts';
import type { ClosedPage, PageReply, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { field } from '../parts/field.ts';
import { notice } from '../parts/notice.ts';
import { orRefused } from '../parts/or-refused.ts';
import { type Form, need } from '../visit/form.ts';

/** What a person is called, and with which address they sign in. */
export const profilePage: ClosedPage = {
  path: '/dashboard/account/profile',
  name: 'dashboardProfile',
  isSensitive: 'seen',
  givesProof: true,
  get: async (visit) => show(visit),

  post: orRefused(change, show),
};

async function change(visit: Visit, form: Form): Promise<PageReply> {
  const { api, signIn, requestId, href } = visit;
  if (form.act === 'name') {
    await setName(api.db, signIn, need(form, 'name'), requestId);
    return { location: href('/account') };
  }
  const email = need(form, 'email');
  const made = await requestEmailChange(api.db, api.config, signIn, email, requestId);
  if (made === 'changed') return { location: href('/account') };
  return show(visit, notice('ok', `A link is on its way to ${email}. Open it in this browser.`));
}

function show(visit: Visit, note?: Html): Shown {
  const { api, signIn, href } = visit;
  const action = href('/account/profile');
  const said =
    api.config.mail === undefined
      ? 'This service sends no mail, so nothing confirms an address: it is yours at once.'
      : 'A link is sent there, and it is yours once you have opened it.';
  return {
    title: 'Name and e-mail address',
    main: html`${note}
<form method="post" action="${action}">${csrfField(visit)}
${field({
  ...{ name: 'name', label: 'Your name', value: signIn.personName, isRequired: true },
  autocomplete: 'name',
})}
<button name="act" value="name">Change the name</button></form>
<form method="post" action="${action}">${csrfField(visit)}
${field({
  ...{ name: 'email', label: 'E-mail address', type: 'email', isRequired: true },
  ...{ value: signIn.email ?? undefined, autocomplete: 'email' },
  hint: `${said} From then on you sign in with it, and no longer with your present one.`,
})}
<button name="act" value="email">${
      signIn.email === null ? 'Add the address' : 'Change or confirm the address'
    }</button>
<a class="button" href="${href('/account')}">Back</a></form>`,
  };
}
