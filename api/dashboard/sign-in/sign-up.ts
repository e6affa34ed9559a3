import { PLAN_LIMITS, PLAN_NAMES, shownFigure } from '../../../src/access/plans/plan-limits.ts';
import { relyingPartyOf } from '../../../src/access/sign-in/passkeys/relying-party.ts';
import { signUpWays } from '../../../src/access/sign-in/sign-up/sign-up.ts';
import { requestSignUp } from '../../../src/access/sign-in/sign-up/sign-up-by-mail.ts';
import {
  beginPasskeySignUp,
  finishPasskeySignUp,
} from '../../../src/access/sign-in/sign-up/sign-up-by-passkey.ts';
import { notFound } from '../../../src/kit/errors.ts';
import { type Html, html } from '../../dress/html.ts';
import type { Asked, OpenPage, PageReply, Shown } from '../dashboard-page.ts';
import { field } from '../parts/field.ts';
import { refusalOf, refusedStatus } from '../parts/notice.ts';
import { type Form, need } from '../visit/form.ts';
import { deviceOf, goOnAs } from './begin-visit.ts';
import { passkeyResponse } from './passkey.ts';
import { passkeyForm } from './proof-fields.ts';
import { PASSKEY_SCRIPT } from './sign-in-files.ts';

/** Who is new makes an operator of their own: by mail, or by passkey where none is sent. */
export const signUpPage: OpenPage = {
  path: '/dashboard/sign-up',
  name: 'dashboardSignUp',
  isOpen: true,
  get: async (asked) => show(asked),

  async post(asked, form) {
    try {
      return await signUp(asked, form);
    } catch (error) {
      return { ...show(asked, form, refusalOf(error)), status: refusedStatus(error) };
    }
  },
};

async function signUp(asked: Asked, form: Form): Promise<PageReply> {
  const { db, config } = asked.api;
  if (signUpWays(config).byMail) {
    const email = need(form, 'email');
    await requestSignUp(db, config, email);
    return { title: 'Look into your mail', main: html`<p>A link is on its way to ${email}.</p>` };
  }
  const party = relyingPartyOf(config.baseUrl);
  if (party === undefined) throw notFound('page');
  const name = need(form, 'name');
  const response = passkeyResponse(form);
  if (response === undefined) return { json: await beginPasskeySignUp(db, config, name, party) };
  const device = deviceOf(asked);
  const person = { name, operatorName: need(form, 'operator_name'), device };
  const made = { ...person, response, passkeyName: 'Passkey' };
  return goOnAs(await finishPasskeySignUp(db, config, made, party, asked.requestId), '/dashboard');
}

function show({ api: { config } }: Asked, form: Form = {}, problem?: Html): Shown {
  const { byMail, byPasskey } = signUpWays(config);
  const title = 'Sign up';
  if (!byMail && !byPasskey)
    return {
      title,
      main: html`<p>Accounts are by invitation here: ask a member of your operator, or who runs this
service.</p>`,
    };
  return {
    title,
    scripts: [PASSKEY_SCRIPT],
    main: html`${problem}
${whatItIs}
${
  byMail
    ? html`<form method="post" action="/dashboard/sign-up">${field({
        ...{ name: 'email', label: 'E-mail address', type: 'email', value: form.email },
        ...{ isRequired: true, autocomplete: 'email' },
      })}<button class="primary">Send me a link</button></form>`
    : html`${passkeyForm('/dashboard/sign-up', newOwnerFields(form), 'create')}
<noscript><p>Making a passkey needs scripts.</p></noscript>`
}
<p><a href="/dashboard/sign-in">Sign in</a></p>`,
  };
}

/** Who signs up, and what of. */
export function newOwnerFields(form: Form): Html {
  return html`${field({
    ...{ name: 'name', label: 'Your name', value: form.name },
    ...{ isRequired: true, autocomplete: 'name' },
  })}
${field({
  ...{ name: 'operator_name', label: 'Name of your operator', value: form.operator_name },
  ...{ isRequired: true, autocomplete: 'organization' },
  hint: 'The company or town whose lots they are, or for which you ask.',
})}`;
}

const { lots_max: lots, keys_max: keys } = PLAN_LIMITS.free;

/** What is agreed to. */
export const whatItIs = html`<p>You get the ${PLAN_NAMES.free} plan: up to
${shownFigure(lots)} lots and ${shownFigure(keys)} keys, at no monthly fee. What answers and stays
cost, and what other plans allow, is in <a href="/docs/plans">the guide to plans</a>.</p>`;
