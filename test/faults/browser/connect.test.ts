import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { begin, redeem } from '../../api/oauth/flow.ts';
import { CLIENT, type OAuthStage, openOAuthStage } from '../../api/oauth/stage.ts';
import { obstacles } from '../../browser/a11y.ts';
import { openBrowser, openPage } from '../../browser/browser.ts';
import { comparePicture, WIDTHS } from '../../browser/pictures.ts';

// Browsers follow no redirect of a form to an app that its policy does not name: a page leads on.

const HEIGHT_PX = 900;
const CLIENT_ID = 'https://web.example.com/client.json';

const browser = await openBrowser();
afterAll(() => browser?.close());

describe.runIf(browser)('connecting an app', () => {
  let stage: OAuthStage;
  let app: { server: Server; redirectUri: string };
  beforeAll(async () => {
    stage = await openOAuthStage();
    app = await startApp();
    const redirect_uris = [app.redirectUri];
    stage.documents.set(CLIENT_ID, { ...CLIENT, client_id: CLIENT_ID, redirect_uris });
  });
  afterAll(async () => {
    app.server.close();
    await stage.api.stop();
  });

  async function openConsent() {
    if (browser === undefined) throw new Error('no browser');
    const { redirectUri } = app;
    const begun = await begin(stage, { clientId: CLIENT_ID, redirectUri });
    const visit = await openPage(browser, stage.baseUrl);
    await signIn(visit.page, stage);
    await visit.page.goto(begun.url.href);
    return { ...begun, ...visit };
  }

  test('shows the person who asks for what, and for which limits', async () => {
    const { page, close } = await openConsent();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT_PX });
      await comparePicture(page, 'dashboard-connect');
    }
    await close();
  });

  test.each([
    ['Connect', 'code'],
    ['Do not connect', 'error'],
  ])('“%s” leads the person back to the app', async (button, parameter) => {
    const { page, close, ...begun } = await openConsent();
    expect(await obstacles(page)).toEqual([]);
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.waitForURL(`${app.redirectUri}**`);
    const callback = new URL(page.url());
    expect(callback.searchParams.has(parameter)).toBe(true);
    if (parameter === 'code') {
      const asked = { clientId: CLIENT_ID, redirectUri: app.redirectUri };
      const tokens = await redeem({ ...begun, callback }, asked);
      expect(tokens.access_token).toBeDefined();
    }
    await close();
  });
});

/** An app at another origin, to which people are sent back. */
async function startApp(): Promise<{ server: Server; redirectUri: string }> {
  const server = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('app'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, redirectUri: `http://localhost:${address.port}/callback` };
}

async function signIn(page: Page, { who, baseUrl }: OAuthStage): Promise<void> {
  const pairs = who.person?.cookie.split('; ').map((pair) => pair.split('=')) ?? [];
  const domain = new URL(baseUrl).hostname;
  await page
    .context()
    .addCookies(
      pairs.map(([name = '', value = '']) => ({ name, value, domain, path: '/dashboard' })),
    );
}
