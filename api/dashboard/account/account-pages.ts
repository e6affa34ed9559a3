import type { DashboardPage } from '../dashboard-page.ts';
import { accountPage } from './account.ts';
import { codesPage } from './codes.ts';
import { companyAccountPage } from './company.ts';
import { emailLinkPage } from './email-link.ts';
import { eraseAccountPage } from './erase.ts';
import { passkeysPage } from './passkeys.ts';
import { passwordPage } from './password.ts';
import { profilePage } from './profile.ts';

/** What belongs to the person who is signed in. */
export const accountPages: readonly DashboardPage[] = [
  accountPage,
  profilePage,
  emailLinkPage,
  passwordPage,
  codesPage,
  passkeysPage,
  companyAccountPage,
  eraseAccountPage,
];
