import { html } from '../../dress/html.ts';
import { openPaymentAccountOperation } from '../../v1/payments/open-account.ts';
import type { ClosedPage, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { field } from '../parts/field.ts';
import { instant } from '../parts/instant.ts';
import { notice } from '../parts/notice.ts';
import { type Refused, refusedIn } from '../parts/refused.ts';
import { type Form, maybe } from '../visit/form.ts';
import { mayCall } from '../visit/may-call.ts';
import { accountFacts, findAccount } from './account-card.ts';

type Opened = { url: string; url_expires_at: string | null };

const TITLE = 'The account that is paid';

/** Whoever has the link can state a bank account, so it is asked once more who wants it. */
export const payoutAccountPage: ClosedPage = {
  path: '/dashboard/payouts/account',
  name: 'dashboardPayoutAccount',
  isSensitive: 'sent',
  get: (visit) => show(visit),

  async post(visit, form) {
    const back = visit.api.config.baseUrl + visit.href('/payouts/account');
    try {
      const body = { country: maybe(form, 'country'), return_url: back, refresh_url: back };
      return linkPage(visit, await visit.call<Opened>(openPaymentAccountOperation, { body }));
    } catch (error) {
      return { ...(await show(visit, form, refusedIn(error))), status: 400 };
    }
  },
};

async function show(visit: Visit, form: Form = {}, refused?: Refused): Promise<Shown> {
  const account = await findAccount(visit);
  const isNew = account.status === 'none';
  return {
    title: TITLE,
    main: html`${refused?.notice}
${accountFacts(account)}
${
  mayCall(visit, openPaymentAccountOperation) &&
  html`<section class="card"><h2>${isNew ? 'Open it' : 'Change or complete it'}</h2>
<p>The payment processor asks you for what it needs, such as your bank, on pages of its own.</p>
<form method="post" action="${visit.href('/payouts/account')}">${csrfField(visit)}
${
  isNew &&
  field({
    ...{ name: 'country', label: 'Your country', value: form.country },
    ...{ error: refused?.fields.country, more: html` maxlength="2"` },
    hint: 'Two letters, such as CA. Empty: that of whoever runs this service.',
  })
}<button class="primary">Get the link</button></form></section>`
}
<p><a href="${visit.href('/payouts')}">Payouts</a></p>`,
  };
}

/** The processor is another site, so a link leads there, and not the answer to the form. */
function linkPage({ href }: Visit, { url, url_expires_at: until }: Opened): Shown {
  return {
    title: TITLE,
    main: html`${notice(
      'warn',
      'The link is good once. Whoever has it can say where you are paid, so keep it to yourself.',
    )}
<p><a class="button primary" href="${url}" rel="noreferrer">Go to the payment processor</a></p>
<p class="quiet">It ends: ${instant(until)}.</p>
<p><a href="${href('/payouts')}">Payouts</a></p>`,
  };
}
