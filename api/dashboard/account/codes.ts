import { renderSVG } from 'uqr';
import {
  beginTotp,
  confirmTotp,
  removeTotp,
} from '../../../src/access/sign-in/totp/manage-totp.ts';
import {
  countRecoveryCodes,
  newRecoveryCodes,
} from '../../../src/access/sign-in/totp/recovery-codes.ts';
import { type Html, html, trustedHtml } from '../../dress/html.ts';
import type { ClosedPage, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { field } from '../parts/field.ts';
import { notice } from '../parts/notice.ts';
import { orRefused } from '../parts/or-refused.ts';
import { type Form, need } from '../visit/form.ts';

export const codesPage: ClosedPage = {
  path: '/dashboard/account/codes',
  name: 'dashboardCodes',
  isSensitive: 'seen',
  get: (visit) => show(visit),

  post: orRefused(change, show),
};

async function change(visit: Visit, form: Form): Promise<Shown> {
  const { api, signIn, requestId } = visit;
  switch (form.act) {
    case 'begin':
      return begun(visit);
    case 'remove':
      await removeTotp(api.db, signIn, requestId);
      return show({ ...visit, signIn: { ...signIn, hasTotp: false } });
    case 'confirm': {
      const now = new Date(api.clock.now());
      await confirmTotp(api.db, signIn, { code: need(form, 'code'), now }, requestId);
      break;
    }
  }
  return recovery(visit, await newRecoveryCodes(api.db, signIn, requestId));
}

async function show(visit: Visit, problem?: Html): Promise<Shown> {
  const { api, signIn } = visit;
  const act = (name: string, text: string, kind = '') =>
    html`<form method="post" action="${visit.href('/account/codes')}">${csrfField(visit)}
<button class="${kind}" name="act" value="${name}">${text}</button></form>
`;
  const left = await countRecoveryCodes(api.db, signIn.personId);
  return {
    title: 'Codes of an app',
    main: signIn.hasTotp
      ? html`${problem}<p>Beside your password a code of your app is asked for. You have ${left}
recovery codes left, for when you have no app.</p>
${act('recovery', 'Make new recovery codes')}${act('remove', 'Ask for no codes', 'danger')}`
      : html`${problem}<p>An app on your phone shows a code that changes every half minute. Whoever
learns your password cannot sign in without it.</p>
${act('begin', 'Set up an app', 'primary')}`,
  };
}

async function begun(visit: Visit): Promise<Shown> {
  const { personId, email, personName } = visit.signIn;
  const account = email ?? personName;
  const { secret, url } = await beginTotp(visit.api.db, { personId, account });
  return {
    title: 'Set up an app',
    main: html`<p>Show this picture to your app, or type the secret into it.</p>
<figure class="code-picture" role="img" aria-label="QR code of the secret">
${trustedHtml(renderSVG(url))}</figure>
<p><code>${secret}</code></p>
<form method="post" action="${visit.href('/account/codes')}">${csrfField(visit)}
${field({
  ...{ name: 'code', label: 'The code that it shows now', isRequired: true },
  autocomplete: 'one-time-code',
})}
<button class="primary" name="act" value="confirm">Confirm</button></form>`,
  };
}

function recovery({ href }: Visit, codes: readonly string[]): Shown {
  return {
    title: 'Recovery codes',
    main: html`${notice('warn', 'Keep them where you keep passwords: they are shown this once.')}
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>\n`)}</ul>
<p>Each works once, in place of a code of your app.</p>
<p><a class="button primary" href="${href('/account')}">I have kept them</a></p>`,
  };
}
