import { relyingPartyOf } from '../../../src/access/sign-in/passkeys/relying-party.ts';
import {
  beginPasskeySignIn,
  stepUpWithPasskey,
} from '../../../src/access/sign-in/passkeys/sign-in-with-passkey.ts';
import { stepUpWithPassword } from '../../../src/access/sign-in/passwords/sign-in-with-password.ts';
import { html } from '../../dress/html.ts';
import { toCompany } from '../company/to-company.ts';
import type { ClosedPage, PageReply, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { field } from '../parts/field.ts';
import { notice } from '../parts/notice.ts';
import { type Form, need } from '../visit/form.ts';
import { nextPath } from '../visit/next.ts';
import { provesByCompany } from '../visit/prove.ts';
import { deviceOf } from './begin-visit.ts';
import { passkeyResponse, unknownPasskey } from './passkey.ts';
import { codeField, codesIn, passkeyForm, shutUntil } from './proof-fields.ts';
import { PASSKEY_SCRIPT } from './sign-in-files.ts';

/** Asks somebody who is signed in once more who they are, before what matters most. */
export const againPage: ClosedPage = {
  path: '/dashboard/sign-in/again',
  name: 'dashboardSignInAgain',
  get: async (visit) => show(visit, nextPath(visit.query.get('next'))),
  post: (visit, form) => {
    if (form.with === 'company') return withCompany(visit, form);
    return 'response' in form ? withPasskey(visit, form) : withPassword(visit, form);
  },
};

function withCompany({ api, signIn }: Visit, form: Form): Promise<PageReply> {
  const { signInId: provesId } = signIn;
  return toCompany(api, { provesId, linksId: null, next: nextPath(form.next) });
}

async function withPasskey({ api, signIn }: Visit, form: Form): Promise<PageReply> {
  const party = relyingPartyOf(api.config.baseUrl);
  if (party === undefined) throw unknownPasskey();
  const response = passkeyResponse(form);
  if (response === undefined) return { json: await beginPasskeySignIn(api.db, party) };
  const { outcome } = await stepUpWithPasskey(api.db, signIn, response, party);
  if (outcome === 'wrong') throw unknownPasskey();
  return { location: nextPath(form.next) };
}

async function withPassword(visit: Visit, form: Form): Promise<PageReply> {
  const { api, signIn } = visit;
  const next = nextPath(form.next);
  const result = await stepUpWithPassword(api.db, signIn, {
    password: need(form, 'password'),
    ...codesIn(form),
    device: deviceOf(visit),
    now: new Date(api.clock.now()),
  });
  switch (result.outcome) {
    case 'ok':
      return { location: next };
    case 'shut':
      return { ...show(visit, next, shutUntil(result.until)), status: 429 };
    default:
      return { ...show(visit, next, 'The password or the code is wrong.'), status: 403 };
  }
}

function show(visit: Visit, next: string, problem?: string): Shown {
  const { hasPasskey, hasPassword, hasTotp } = visit.signIn;
  const action = visit.href('/sign-in/again');
  const fields = html`${csrfField(visit)}<input type="hidden" name="next" value="${next}">`;
  return {
    title: 'Is it still you?',
    scripts: [PASSKEY_SCRIPT],
    main: html`${problem && notice('bad', problem)}
<p>What you are about to see or change matters most, so prove once more who you are. It is good for
ten minutes.</p>
${hasPasskey && passkeyForm(action, fields)}
${
  hasPassword &&
  html`<form method="post" action="${action}">${fields}
${field({
  ...{ name: 'password', label: 'Password', type: 'password', isRequired: true },
  autocomplete: 'current-password',
})}
${hasTotp && codeField}
<button class="primary">Go on</button></form>`
}
${
  provesByCompany(visit) &&
  html`<form method="post" action="${action}">${fields}
<button name="with" value="company">Use your company account</button></form>`
}`,
  };
}
