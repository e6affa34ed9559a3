import {
  findSignUpLink,
  finishSignUp,
} from '../../../src/access/sign-in/sign-up/sign-up-by-mail.ts';
import { type Html, html } from '../../dress/html.ts';
import type { Asked, OpenPage, Shown } from '../dashboard-page.ts';
import { refusalOf, refusedStatus } from '../parts/notice.ts';
import { type Form, need } from '../visit/form.ts';
import { deviceOf, goOnAs } from './begin-visit.ts';
import { newOwnerFields, whatItIs } from './sign-up.ts';

const OVER = {
  used: 'This link was used. Sign in.',
  expired: 'This link is over: it was good for a day. Sign up once more.',
  unknown: 'This link is wrong. Open it again from the mail, all of it.',
} as const;

/** Opening it signs nobody up, because programs that look for malware open links. */
export const signUpLinkPage: OpenPage = {
  path: '/dashboard/sign-up/{token}',
  name: 'dashboardSignUpLink',
  isOpen: true,
  get: (asked) => show(asked),

  async post(asked, form) {
    const { api, params, requestId } = asked;
    try {
      const person = { name: need(form, 'name'), operatorName: need(form, 'operator_name') };
      const owner = { ...person, device: deviceOf(asked) };
      const { token = '' } = params;
      const started = await finishSignUp(api.db, api.config, token, owner, requestId);
      return goOnAs(started, '/dashboard/account');
    } catch (error) {
      return { ...(await show(asked, form, refusalOf(error))), status: refusedStatus(error) };
    }
  },
};

async function show({ api, params }: Asked, form: Form = {}, problem?: Html): Promise<Shown> {
  const { state } = await findSignUpLink(api.db, params.token ?? '');
  if (state !== 'open')
    return {
      title: 'Sign up',
      main: html`<p>${OVER[state]}</p><p><a href="/dashboard/sign-in">Sign in</a></p>`,
    };
  return {
    title: 'Sign up',
    main: html`${problem}${whatItIs}
<form method="post">${newOwnerFields(form)}<button class="primary">Sign up</button></form>`,
  };
}
