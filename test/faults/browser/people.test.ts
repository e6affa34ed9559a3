import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../api/client.ts';
import { inviteTo } from '../../api/dashboard/visitor.ts';
import { openBrowser, openPage, type Visit } from '../../browser/browser.ts';
import { freePort } from '../../browser/free-port.ts';

// What a person does in a browser: join, sign in, make a key and end it, invite somebody.

const browser = await openBrowser();
afterAll(() => browser?.close());

describe.runIf(browser)('a person', () => {
  let api: TestApi;
  let site: string;
  let operatorId: string;
  const visits: Visit[] = [];
  beforeAll(async () => {
    const port = await freePort();
    site = `http://localhost:${port}`;
    api = await startTestApi({ config: { port, baseUrl: site } });
    ({ operatorId } = await api.createKey());
  });
  afterAll(async () => {
    await Promise.all(visits.map((visit) => visit.close()));
    await api.stop();
  });

  async function openWindow(): Promise<Page> {
    const visit = await openPage(browser as Browser, site);
    visits.push(visit);
    return visit.page;
  }

  /** A new member, in a window of its own. */
  async function join(name: string): Promise<Page> {
    const page = await openWindow();
    await page.goto(await inviteTo(api, operatorId));
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('E-mail address').fill(`${name}@example.org`);
    await page.getByRole('button', { name: 'Open the dashboard' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  test('joins by a link, adds a passkey, signs out, and signs in with it', async () => {
    const page = await join('ada');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true },
        automaticPresenceSimulation: true,
      },
    });
    await page.goto('/dashboard/account/passkeys');
    await page.getByLabel('Name of a new passkey').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('rowheader', { name: 'Laptop' }).waitFor();
    await page.getByText('ada', { exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  test('sets a password, and signs in with it elsewhere', async () => {
    const page = await join('grace');
    await page.goto('/dashboard/account/password');
    await page.getByLabel('New password').fill('a barrier at elm street');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    const elsewhere = await openWindow();
    await elsewhere.goto('/dashboard/keys');
    await elsewhere.getByLabel('E-mail address').fill('GRACE@example.org');
    await elsewhere.getByLabel('Password').fill('a barrier at elm street');
    await elsewhere.getByRole('button', { name: 'Sign in' }).click();
    await elsewhere.getByRole('heading', { name: 'Keys' }).waitFor();
  });

  test('makes a key that works, rotates it, and deletes it by its name', async () => {
    const page = await join('joan');
    await page.goto('/dashboard/keys');
    await page.getByRole('link', { name: 'New key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('barrier');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const first = await secretOn(page);
    expect(await statusOf(first)).toBe(200);
    await page.getByRole('link', { name: 'About this key' }).click();
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    const second = await secretOn(page);
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    await page.getByRole('link', { name: 'About this key' }).click();
    await page.getByLabel('Type “barrier” to confirm').fill('another name');
    await page.getByRole('button', { name: 'Delete the key' }).click();
    await page.getByRole('alert').waitFor();
    expect(await statusOf(second)).toBe(200);
    await page.getByLabel('Type “barrier” to confirm').fill('barrier');
    await page.getByRole('button', { name: 'Delete the key' }).click();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    expect(await statusOf(second)).toBe(401);
  });

  test('clicks twice, and sees the secret of the one key that is made', async () => {
    const page = await join('edith');
    await page.goto('/dashboard/keys/new');
    await page.getByLabel('Name', { exact: true }).fill('twice');
    await page.getByRole('button', { name: 'Make the key' }).dblclick();
    expect(await statusOf(await secretOn(page))).toBe(200);
    const made = await api.database.sql(`select from api_keys where name = 'twice'`);
    expect(made).toHaveLength(1);
  });

  test('invites somebody, who opens the link and sees the same operator', async () => {
    const page = await join('mary');
    await page.goto('/dashboard/members');
    await page.getByLabel('Role').selectOption('viewer');
    await page.getByRole('button', { name: 'Invite' }).click();
    const link = await page.locator('.copyable code').innerText();
    const other = await openWindow();
    await other.goto(link);
    await other.getByRole('button', { name: 'Open the dashboard' }).click();
    await other.goto('/dashboard/members');
    await other.getByRole('rowheader', { name: 'mary' }).waitFor();
    expect(await other.getByRole('button', { name: 'Invite' }).count()).toBe(0);
  });

  const secretOn = (page: Page) => page.locator('.copyable code').first().innerText();
  const statusOf = async (key: string) => (await api.request('GET', '/api/v1/me', { key })).status;
});
