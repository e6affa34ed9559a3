import type { Page } from 'playwright-core';
import { afterAll, describe } from 'vitest';
import type { TestApi } from '../../api/client.ts';
import { inviteTo } from '../../api/dashboard/visitor.ts';
import { openBrowser } from '../../browser/browser.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { startSite } from '../../browser/public-pages.ts';
import { addLot } from '../../stage/fixtures.ts';

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
/** Known before it is made, for the addresses of its pages. */
const LOT_ID = '0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b41';
const PAGES = [
  { path: '/dashboard' },
  { path: '/dashboard/lots', picture: 'dashboard-lots', masked },
  { path: '/dashboard/lots/new', picture: 'dashboard-new-lot', masked },
  { path: '/dashboard/lots/import', picture: 'dashboard-import', masked },
  { path: '/dashboard/lots/osm', picture: 'dashboard-osm', masked },
  { path: `/dashboard/lots/${LOT_ID}` },
  { path: `/dashboard/lots/${LOT_ID}/tariff`, picture: 'dashboard-tariff', masked },
  { path: '/dashboard/stays' },
  { path: '/dashboard/stays/plate', picture: 'dashboard-plate', masked },
  { path: '/dashboard/refunds', picture: 'dashboard-refunds', masked },
  { path: '/dashboard/payouts', picture: 'dashboard-payouts', masked },
  { path: '/dashboard/reconciliation', picture: 'dashboard-reconciliation', masked },
  { path: '/dashboard/invoices', picture: 'dashboard-invoices', masked },
  { path: '/dashboard/plan' },
  { path: '/dashboard/keys', picture: 'dashboard-keys', masked },
  { path: '/dashboard/keys/new?mode=test', picture: 'dashboard-new-key', masked },
  { path: '/dashboard/webhooks/new', picture: 'dashboard-new-webhook', masked },
  { path: '/dashboard/agents', picture: 'dashboard-agents', masked },
  { path: '/dashboard/mandates', picture: 'dashboard-mandates', masked },
  { path: '/dashboard/usage' },
  { path: '/dashboard/requests', picture: 'dashboard-requests', masked },
  { path: '/dashboard/audit' },
  { path: '/dashboard/apps' },
  { path: '/dashboard/members', picture: 'dashboard-members', masked },
  { path: '/dashboard/account', picture: 'dashboard-account', masked },
];

/** For whoever owns the server. */
const SERVER_PAGES = [
  { path: '/dashboard/server' },
  { path: '/dashboard/server/operators' },
  { path: '/dashboard/server/pipelines' },
  { path: '/dashboard/server/deliveries', picture: 'dashboard-server-deliveries', masked },
];

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0];

/** Signs the same person in, in each new window; `prepare` says at which operator. */
function entering(prepare: (api: TestApi) => Promise<string>) {
  let cookies: Cookies | undefined;
  return async (page: Page, api: TestApi): Promise<void> => {
    if (cookies !== undefined) return page.context().addCookies(cookies);
    await page.goto(await inviteTo(api, await prepare(api)));
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Open the dashboard' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    cookies = await page.context().cookies();
  };
}

const enter = entering(async (api) => {
  const { operatorId } = await api.createKey();
  const lot = { lot_id: LOT_ID, operator_id: operatorId, name: 'Elm Street Garage' };
  await addLot(api.database, lot);
  return operatorId;
});

/** At the operator that owns the server, where another one has a webhook that fails. */
const enterServer = entering(async (api) => {
  const { operatorId } = await api.createKey();
  api.giveServerTo(operatorId);
  const { secret } = await api.createKey();
  const body = { url: 'https://hooks.example.com', events: ['lot.updated'] };
  await api.request('POST', '/api/v1/webhooks', { key: secret, body });
  await api.database.sql('update webhooks set consecutive_failures = 4');
  await api.database.sql('update refresh_status set failure_count = 1, steps = $1, failing = $2', [
    JSON.stringify([{ name: 'drain-searches', rows: 3, ms: 12 }]),
    JSON.stringify([
      { name: 'build-marts', since: new Date(), failure_count: 1, reason: 'the disk is full' },
    ]),
  ]);
  return operatorId;
});

describe.runIf(browser)('before signing in', () => {
  if (browser !== undefined) describePages(browser, DOORS, { start: startSite });
});

describe.runIf(browser)('signed in', () => {
  if (browser !== undefined) describePages(browser, PAGES, { start: startSite, enter });
});

describe.runIf(browser)('signed in, as the owner of the server', () => {
  if (browser !== undefined) {
    describePages(browser, SERVER_PAGES, { start: startSite, enter: enterServer });
  }
});
