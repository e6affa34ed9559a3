import { endAllSignIns, endSignIn } from '../../../src/access/sign-in/sign-ins.ts';
import { type Html, html } from '../../dress/html.ts';
import { listSignInsOperation } from '../../v1/sign-ins/list.ts';
import type { ClosedPage, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { addressOf } from '../parts/address.ts';
import { definitions } from '../parts/definitions.ts';
import { instant } from '../parts/instant.ts';
import { notice } from '../parts/notice.ts';
import { table } from '../parts/table.ts';
import { endedSessionCookie } from '../visit/cookies.ts';
import { need } from '../visit/form.ts';
import { canProve } from '../visit/prove.ts';

type SignIns = {
  data: {
    id: string;
    operator_name: string;
    method: string;
    user_agent: string | null;
    network: string | null;
    created_at: string;
    last_seen_at: string;
  }[];
};

export const accountPage: ClosedPage = {
  path: '/dashboard/account',
  name: 'dashboardAccount',
  get: show,

  async post({ api, signIn, requestId, href }, form) {
    if (form.act === 'end_all') {
      await endAllSignIns(api.db, signIn.personId, { requestId });
      return { location: '/dashboard/sign-in', cookies: [endedSessionCookie()] };
    }
    const { personId } = signIn;
    await endSignIn(api.db, { personId, signInId: need(form, 'sign_in_id') }, requestId);
    return { location: href('/account') };
  },
};

async function show(visit: Visit): Promise<Shown> {
  const { signIn, call, href } = visit;
  const { data } = await call<SignIns>(listSignInsOperation);
  return {
    title: 'Your account',
    main: html`${!canProve(visit) && withoutProof}
${definitions([
  ['Name', settings(visit, '/account/profile', signIn.personName)],
  [
    'E-mail address',
    settings(visit, '/account/profile', addressOf(signIn.email, signIn.isEmailConfirmed)),
  ],
  ['Role', `${signIn.role} of ${signIn.operatorName}`],
  ['Passkeys', settings(visit, '/account/passkeys', signIn.hasPasskey ? 'set up' : 'none')],
  ['Password', settings(visit, '/account/password', signIn.hasPassword ? 'set' : 'none')],
  ['Codes of an app', settings(visit, '/account/codes', signIn.hasTotp ? 'asked for' : 'off')],
  ...companyAccount(visit),
])}
<h2>Where you are signed in</h2>
${table({
  caption: 'Sign-ins',
  heads: ['Browser', 'From', 'Signed in', 'Last seen', 'With', ''],
  rows: data.map((one) => [
    html`${one.user_agent ?? 'unknown'}${one.id === signIn.signInId && ' (this one)'}`,
    one.network ?? 'unknown',
    instant(one.created_at),
    instant(one.last_seen_at),
    one.method.replace('_', ' '),
    endForm(visit, one.id),
  ]),
  empty: html`<p>Nowhere.</p>`,
})}
<form method="post" action="${href('/account')}">${csrfField(visit)}
<button class="danger" name="act" value="end_all">Sign out everywhere</button></form>
<p><a class="button" href="${href('/account/erase')}">Erase your account</a></p>`,
  };
}

const withoutProof = notice(
  'warn',
  'You are signed in by a link that was good once. Add a passkey or a password, or you will need ' +
    'another invitation when this sign-in is over.',
);

/** Where this service knows a company. */
function companyAccount(visit: Visit): (readonly [string, Html])[] {
  if (visit.api.config.company === undefined) return [];
  const state = visit.signIn.hasCompanyAccount ? 'linked' : 'none';
  return [['Company account', settings(visit, '/account/company', state)]];
}

function settings({ href }: Visit, path: string, state: string): Html {
  return html`${state} · <a href="${href(path)}">change</a>`;
}

function endForm(visit: Visit, signInId: string): Html {
  return html`<form method="post" action="${visit.href('/account')}">${csrfField(visit)}
<input type="hidden" name="sign_in_id" value="${signInId}">
<button class="quiet">End</button></form>`;
}
