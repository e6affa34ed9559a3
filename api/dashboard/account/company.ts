import { html } from '../../dress/html.ts';
import { companySettings } from '../company/company-sign-in.ts';
import { toCompany } from '../company/to-company.ts';
import type { ClosedPage } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';

/**
 * Adds an account at the company's provider to what a person signs in with. It begins with a form,
 * so that no page of another site adds the account of somebody else.
 */
export const companyAccountPage: ClosedPage = {
  path: '/dashboard/account/company',
  name: 'dashboardCompanyAccount',
  isSensitive: 'seen',
  givesProof: true,

  async get({ api, href, signIn, ...visit }) {
    companySettings(api);
    return {
      title: 'Company account',
      main: html`<p>You sign in there, and from then on you can sign in here with that account.${
        signIn.hasCompanyAccount && ' Another one can be added beside the one that you have.'
      }</p>
<form method="post" action="${href('/account/company')}">${csrfField(visit)}
<button class="primary">Go to your company</button>
<a class="button" href="${href('/account')}">Back</a></form>`,
    };
  },

  post: ({ api, signIn, href }) =>
    toCompany(api, { linksId: signIn.signInId, provesId: null, next: href('/account') }),
};
