import type { DashboardPage } from '../dashboard-page.ts';
import { accountPage } from './account.ts';
import { codesPage } from './codes.ts';
import { companyAccountPage } from './company.ts';
import { passkeysPage } from './passkeys.ts';
import { passwordPage } from './password.ts';

/** What belongs to the person who is signed in. */
export const accountPages: readonly DashboardPage[] = [
  accountPage,
  passwordPage,
  codesPage,
  passkeysPage,
  companyAccountPage,
];
