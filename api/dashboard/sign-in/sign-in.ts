import { relyingPartyOf } from '../../../src/access/sign-in/passkeys/relying-party.ts';
import { signInWithPassword } from '../../../src/access/sign-in/passwords/sign-in-with-password.ts';
import { type Html, html } from '../../dress/html.ts';
import type { Asked, OpenPage, Shown } from '../dashboard-page.ts';
import { field } from '../parts/field.ts';
import { notice } from '../parts/notice.ts';
import { need } from '../visit/form.ts';
import { nextPath } from '../visit/next.ts';
import { deviceOf, goOnAs } from './begin-visit.ts';
import { companyLink } from './company-link.ts';
import { codeField, codesIn, passkeyForm, shutUntil, WRONG } from './proof-fields.ts';
import { PASSKEY_SCRIPT } from './sign-in-files.ts';

export const signInPage: OpenPage = {
  path: '/dashboard/sign-in',
  name: 'dashboardSignIn',
  isOpen: true,

  async get(asked) {
    return show(asked, { next: nextPath(asked.query.get('next')) });
  },

  async post(asked, form) {
    const next = nextPath(form.next);
    const email = need(form, 'email');
    const result = await signInWithPassword(asked.api.db, {
      email,
      password: need(form, 'password'),
      ...codesIn(form),
      device: deviceOf(asked),
      now: new Date(asked.api.clock.now()),
    });
    switch (result.outcome) {
      case 'ok':
        return goOnAs(result, next);
      case 'totp_needed':
        return show(asked, { next, email, asksCode: true });
      case 'wrong':
        return { ...show(asked, { next, email, problem: WRONG }), status: 403 };
      case 'shut':
        return { ...show(asked, { next, email, problem: shutUntil(result.until) }), status: 429 };
    }
  },
};

type State = { next: string; email?: string; asksCode?: boolean; problem?: string };

function show({ api }: Asked, { next, email, asksCode, problem }: State): Shown {
  return {
    title: 'Sign in',
    scripts: [PASSKEY_SCRIPT],
    main: html`${problem && notice('bad', problem)}
${asksCode && notice('ok', 'Type the password once more, and the code that your app shows.')}
<form method="post" action="/dashboard/sign-in">
<input type="hidden" name="next" value="${next}">
${field({
  ...{ name: 'email', label: 'E-mail address', type: 'email', value: email, isRequired: true },
  autocomplete: 'username webauthn',
})}
${field({
  ...{ name: 'password', label: 'Password', type: 'password', isRequired: true },
  autocomplete: 'current-password',
})}
${asksCode && codeField}
<button class="primary">Sign in</button>
</form>
${
  relyingPartyOf(api.config.baseUrl) &&
  passkeyForm('/dashboard/sign-in/passkey', html`<input type="hidden" name="next" value="${next}">`)
}
${companyLink(api, new URLSearchParams({ next }))}
${signUp(api)}`,
  };
}

function signUp({ config }: Asked['api']): Html {
  if (config.signUp) return html`<p>New here? <a href="/dashboard/sign-up">Sign up</a></p>`;
  return html`<p class="quiet">Accounts are by invitation: ask a member of your operator, or who
runs this service.</p>`;
}
