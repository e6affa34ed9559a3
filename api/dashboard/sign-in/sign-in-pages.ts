import { companyReturnPage, companySignInPage } from '../company/company-sign-in.ts';
import type { DashboardPage } from '../dashboard-page.ts';
import { againPage } from './again.ts';
import { chooseOperatorPage } from './choose-operator.ts';
import { invitationPage } from './invitation.ts';
import { passkeySignInPage } from './passkey.ts';
import { signInPage } from './sign-in.ts';
import { signOutPage } from './sign-out.ts';
import { signUpPage } from './sign-up.ts';
import { signUpLinkPage } from './sign-up-link.ts';

/** All ways in and out. */
export const signInPages: readonly DashboardPage[] = [
  signInPage,
  againPage,
  passkeySignInPage,
  companySignInPage,
  companyReturnPage,
  signUpPage,
  signUpLinkPage,
  invitationPage,
  signOutPage,
  chooseOperatorPage,
];
