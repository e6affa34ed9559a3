import { accountPages } from './account/account-pages.ts';
import { appPages } from './apps/app-pages.ts';
import { connectPage } from './connect/connect.ts';
import { CURVE_FILES } from './curve/curve-files.ts';
import type { DashboardPage } from './dashboard-page.ts';
import { homePage } from './home/home.ts';
import { keyPages } from './keys/key-pages.ts';
import { LOT_FILES, lotPages } from './lots/lot-pages.ts';
import { moneyPages } from './money/money-pages.ts';
import { memberPages } from './people/member-pages.ts';
import { programPages } from './program-pages.ts';
import { serverPages } from './server/server-pages.ts';
import { PASSKEY_SCRIPT } from './sign-in/sign-in-files.ts';
import { signInPages } from './sign-in/sign-in-pages.ts';
import { stayPages } from './stays/stay-pages.ts';

/** Every page of the dashboard. */
export const dashboardPages: readonly DashboardPage[] = [
  homePage,
  ...lotPages,
  ...stayPages,
  ...moneyPages,
  ...keyPages,
  ...programPages,
  ...appPages,
  connectPage,
  ...memberPages,
  ...serverPages,
  ...accountPages,
  ...signInPages,
];

/** What its pages load. */
export const DASHBOARD_FILES = [PASSKEY_SCRIPT, ...LOT_FILES, ...CURVE_FILES];
