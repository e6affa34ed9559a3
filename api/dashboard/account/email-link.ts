import {
  confirmEmailChange,
  findEmailChange,
} from '../../../src/access/sign-in/person/change-email.ts';
import { type Html, html } from '../../dress/html.ts';
import type { ClosedPage, PageReply, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { notice } from '../parts/notice.ts';
import { orRefused } from '../parts/or-refused.ts';

const OVER = {
  used: 'This link was used.',
  expired: 'This link is over: it was good for a day. Ask for another one.',
  unknown: 'This link is wrong, or for somebody else than you. Open it from the mail, all of it.',
} as const;

/**
 * Where a link leads that was sent to a new address. Opening it changes nothing, because programs
 * that look for malware open links; and it is of use to the person alone who asked for it, so that
 * nobody takes over an account whose owner mistyped.
 */
export const emailLinkPage: ClosedPage = {
  path: '/dashboard/account/email/{token}',
  name: 'dashboardEmailLink',
  get: (visit) => show(visit),

  post: orRefused(confirm, show),
};

async function confirm(visit: Visit): Promise<PageReply> {
  const { api, signIn, params, requestId, href } = visit;
  const { token = '' } = params;
  const { isOldTold } = await confirmEmailChange(api.db, api.config, signIn, token, requestId);
  if (isOldTold !== false) return { location: href('/account') };
  return {
    title: 'Your e-mail address',
    main: html`${notice('warn', 'It is confirmed. No mail could be sent to your old address.')}
<p><a class="button" href="${href('/account')}">Your account</a></p>`,
  };
}

async function show(visit: Visit, problem?: Html): Promise<Shown> {
  const { api, signIn, params, path } = visit;
  const found = await findEmailChange(api.db, signIn.personId, params.token ?? '');
  return {
    title: 'Your e-mail address',
    main:
      found.state === 'open'
        ? html`${problem}<p>From now on you sign in with ${found.email}.</p>
<form method="post" action="${path}">${csrfField(visit)}
<button class="primary">Confirm the address</button></form>`
        : html`${problem ?? html`<p>${OVER[found.state]}</p>`}
<p><a href="${visit.href('/account')}">Your account</a></p>`,
  };
}
