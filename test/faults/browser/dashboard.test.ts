import type { Page } from 'playwright-core';
import { afterAll, describe } from 'vitest';
import type { TestApi } from '../../api/client.ts';
import { inviteTo } from '../../api/dashboard/visitor.ts';
import { openBrowser } from '../../browser/browser.ts';
import { describePictures } from '../../browser/describe-pictures.ts';
import { startSite } from '../../browser/public-pages.ts';
import { addLot } from '../../stage/fixtures.ts';
import { openParking } from '../../stage/parking.ts';

// Pages of the dashboard look as in their pictures.

const browser = await openBrowser();
afterAll(() => browser?.close());

/** Before somebody is signed in. */
const DOORS = [
  { path: '/dashboard/sign-in', picture: 'dashboard-sign-in' },
  { path: '/dashboard/sign-up', picture: 'dashboard-sign-up' },
];
/** Its days are drawn: they end now by the clock of the database. */
const CURVE = ['.curve'];
/** How many calls there were: those of this page are among them. */
const CALLS_TODAY = 'li:has(> h3 > a[href="/dashboard/usage"]) > p';
/** The calls of all pages that were opened before. */
const CALLS = ['main table', 'p:has(> a[href="/dashboard/requests"])'];
/** Known before it is made, for the addresses of its pages. */
const LOT_ID = '0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b41';
const PAGES = [
  { path: '/dashboard', picture: 'dashboard-home', masked: [...CURVE, CALLS_TODAY] },
  { path: '/dashboard/lots', picture: 'dashboard-lots' },
  { path: '/dashboard/lots/new', picture: 'dashboard-new-lot' },
  { path: '/dashboard/lots/import', picture: 'dashboard-import' },
  { path: '/dashboard/lots/osm', picture: 'dashboard-osm' },
  { path: `/dashboard/lots/${LOT_ID}`, picture: 'dashboard-lot', masked: CURVE },
  { path: `/dashboard/lots/${LOT_ID}/tariff`, picture: 'dashboard-tariff' },
  { path: '/dashboard/stays', picture: 'dashboard-stays' },
  { path: '/dashboard/stays/plate', picture: 'dashboard-plate' },
  { path: '/dashboard/refunds', picture: 'dashboard-refunds' },
  { path: '/dashboard/payouts', picture: 'dashboard-payouts' },
  { path: '/dashboard/reconciliation', picture: 'dashboard-reconciliation' },
  { path: '/dashboard/invoices', picture: 'dashboard-invoices' },
  { path: '/dashboard/plan', picture: 'dashboard-plan' },
  { path: '/dashboard/keys', picture: 'dashboard-keys' },
  { path: '/dashboard/keys/new?mode=test', picture: 'dashboard-new-key' },
  { path: '/dashboard/webhooks/new', picture: 'dashboard-new-webhook' },
  { path: '/dashboard/agents', picture: 'dashboard-agents' },
  { path: '/dashboard/mandates', picture: 'dashboard-mandates' },
  { path: '/dashboard/usage', picture: 'dashboard-usage', masked: CALLS },
  { path: '/dashboard/requests', picture: 'dashboard-requests' },
  { path: '/dashboard/audit', picture: 'dashboard-audit' },
  { path: '/dashboard/apps', picture: 'dashboard-apps' },
  { path: '/dashboard/members', picture: 'dashboard-members' },
  { path: '/dashboard/account', picture: 'dashboard-account' },
];

/** For whoever owns the server. */
const SERVER_PAGES = [
  { path: '/dashboard/server', picture: 'dashboard-server' },
  { path: '/dashboard/server/operators', picture: 'dashboard-server-operators' },
  { path: '/dashboard/server/pipelines', picture: 'dashboard-server-pipelines' },
  { path: '/dashboard/server/deliveries', picture: 'dashboard-server-deliveries' },
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
  await addStays(api);
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

/** One that is paid, of an hour, and one that has just begun, by an app of another operator. */
async function addStays({ database }: TestApi): Promise<void> {
  const parking = await openParking(database);
  const paid = await parking.park(LOT_ID);
  await parking.passMinutes(59.5);
  await parking.end(paid);
  await parking.park(LOT_ID);
  // Both began today, whatever the hour.
  await database.sql('update sessions set created_at = now()');
}

describe.runIf(browser)('before signing in', () => {
  if (browser !== undefined) describePictures(browser, DOORS, { start: startSite });
});

describe.runIf(browser)('signed in', () => {
  if (browser !== undefined) describePictures(browser, PAGES, { start: startSite, enter });
});

describe.runIf(browser)('signed in, as the owner of the server', () => {
  if (browser !== undefined) {
    describePictures(browser, SERVER_PAGES, { start: startSite, enter: enterServer });
  }
});
