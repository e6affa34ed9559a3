import type { Page } from 'playwright-core';
import { afterAll, describe } from 'vitest';
import { dashboardPages } from '../../../api/dashboard/pages.ts';
import { CONNECT_PATH } from '../../../api/oauth/paths.ts';
import { routes } from '../../../api/routes.ts';
import { newToken, tokenDigest } from '../../../src/access/link-token.ts';
import type { TestApi } from '../../api/client.ts';
import { inviteTo } from '../../api/dashboard/visitor.ts';
import { openBrowser } from '../../browser/browser.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { startSite } from '../../browser/public-pages.ts';
import { type Belongings, openBelongings } from '../access/belongings.ts';

// Every page of the dashboard can be used by everybody: a new one is among these by itself.

const browser = await openBrowser();
afterAll(() => browser?.close());

/** Pages that another test opens, and the way to a company's provider and back. */
const ELSEWHERE = [
  `${CONNECT_PATH}/{uid}`,
  '/dashboard/sign-in/company',
  '/dashboard/sign-in/company/return',
];

/** A company whose people sign in with its accounts. */
const company = { issuer: 'https://login.example', clientId: 'hexlot', clientSecret: 'secret' };
const start = () => startSite({ company });

const shown = dashboardPages.filter(({ get, path }) => get && !ELSEWHERE.includes(path));
const DOORS = shown.filter(({ isOpen }) => isOpen === true);
const PAGES = shown.filter(({ isOpen }) => isOpen !== true);

let opened: { belongings: Belongings; cookies: Cookies } | undefined;
type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

/**
 * Signs the same person in, in a new window: an owner of an operator that has one of each, and the
 * server, too.
 */
async function enter(page: Page, api: TestApi): Promise<void> {
  if (opened !== undefined) return page.context().addCookies(opened.cookies);
  const { operatorId } = await api.createKey();
  api.giveServerTo(operatorId);
  await page.goto(await inviteTo(api, operatorId));
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Open the dashboard' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  const cookies = await page.context().cookies();
  opened = { cookies, belongings: await openBelongings(api, operatorId, 'live') };
}

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The way to a page about something, such as a key, which is made for it. */
async function addressOf(path: string, api: TestApi): Promise<string> {
  const names = namesIn(path);
  if (names.length === 0) return path;
  if (path.startsWith('/dashboard/invitations/')) return inviteTo(api, await anyOperator(api));
  if (path.startsWith('/dashboard/sign-up/'))
    return path.replace('{token}', await signUpToken(api));
  // Pages about the same thing have the same names in their braces as its operations.
  const about = routes.find((route) => namesIn(route.path).join() === names.join());
  const made = about && (await opened?.belongings.prepare(about));
  return path.replaceAll(/\{(\w+)\}/g, (_all, name) => {
    const id = made?.params[name];
    if (id === undefined) throw new Error(`how does a ${name} come to be?`);
    return id;
  });
}

const anyOperator = async (api: TestApi) => (await api.createKey()).operatorId;

async function signUpToken({ database }: TestApi): Promise<string> {
  const token = newToken();
  const values = { email: 'mary@example.org', tokenSha256: tokenDigest(token), sentMax: 10 };
  await database.db.query('sign_up_links_insert', values);
  return token;
}

describe.runIf(browser)('before signing in', () => {
  if (browser !== undefined) describePages(browser, DOORS, { start, addressOf });
});

describe.runIf(browser)('signed in', () => {
  if (browser !== undefined) describePages(browser, PAGES, { start, enter, addressOf });
});
