import type { Page } from 'playwright-core';
import { afterAll, describe } from 'vitest';
import type { TestApi } from '../../api/client.ts';
import { inviteTo } from '../../api/dashboard/visitor.ts';
import { openBrowser } from '../../browser/browser.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { startSite } from '../../browser/public-pages.ts';

// Pages of the dashboard can be used by everybody.

const browser = await openBrowser();
afterAll(() => browser?.close());

/** Before somebody is signed in. */
const DOORS = [
  { path: '/dashboard/sign-in', picture: 'dashboard-sign-in' },
  { path: '/dashboard/sign-up', picture: 'dashboard-sign-up' },
];
/** Instants and ids differ from run to run. */
const masked = ['time', 'code'];
const PAGES = [
  { path: '/dashboard', picture: 'dashboard-home', masked },
  { path: '/dashboard/keys', picture: 'dashboard-keys', masked },
  { path: '/dashboard/keys/new?mode=test', picture: 'dashboard-new-key', masked },
  { path: '/dashboard/members', picture: 'dashboard-members', masked },
  { path: '/dashboard/account', picture: 'dashboard-account', masked },
];

let cookies: Parameters<ReturnType<Page['context']>['addCookies']>[0] | undefined;

/** Signs the same person in, in a new window. */
async function enter(page: Page, api: TestApi): Promise<void> {
  if (cookies !== undefined) return page.context().addCookies(cookies);
  const { operatorId } = await api.createKey();
  await page.goto(await inviteTo(api, operatorId));
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Open the dashboard' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  cookies = await page.context().cookies();
}

describe.runIf(browser)('before signing in', () => {
  if (browser !== undefined) describePages(browser, DOORS, startSite);
});

describe.runIf(browser)('signed in', () => {
  if (browser !== undefined) describePages(browser, PAGES, startSite, enter);
});
