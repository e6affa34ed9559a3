import { eraseAccount } from '../../../src/access/sign-in/person/erase-account.ts';
import { type Html, html } from '../../dress/html.ts';
import type { ClosedPage, PageReply, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { orRefused } from '../parts/or-refused.ts';
import { checkTyped, typedName } from '../parts/typed-name.ts';
import { endedSessionCookie } from '../visit/cookies.ts';
import type { Form } from '../visit/form.ts';

export const eraseAccountPage: ClosedPage = {
  path: '/dashboard/account/erase',
  name: 'dashboardEraseAccount',
  isSensitive: 'seen',
  get: async (visit) => show(visit),

  post: orRefused(erase, show),
};

async function erase({ api, signIn, requestId }: Visit, form: Form): Promise<PageReply> {
  checkTyped(form, signIn.personName);
  await eraseAccount(api.db, signIn.personId, requestId);
  return { location: '/dashboard/sign-in', cookies: [endedSessionCookie()] };
}

function show(visit: Visit, problem?: Html): Shown {
  const { signIn, href } = visit;
  const names = [signIn, ...signIn.otherOperators].map(({ operatorName }) => operatorName);
  return {
    title: 'Erase your account',
    main: html`${problem}
<p>You leave ${names.join(', ')}. Your name, your address and all that you sign in with are erased
at once, and apps that you connected end. The audit log keeps what you did, without your name.</p>
<form method="post" action="${href('/account/erase')}">${csrfField(visit)}
${typedName(signIn.personName)}
<button class="danger">Erase my account</button>
<a class="button" href="${href('/account')}">Back</a></form>`,
  };
}
