import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_OPERATOR_NAME } from '../../../src/access/operators/demo-operator.ts';
import { startTestApi, type TestApi } from '../../api/client.ts';
import { inviteTo } from '../../api/dashboard/visitor.ts';
import { rename } from '../../api/oauth/stage.ts';
import { openBrowser, openPage, type Visit } from '../../browser/browser.ts';
import { freePort } from '../../browser/free-port.ts';
import { comparePicture, WIDTHS } from '../../browser/pictures.ts';
import { addLot } from '../../stage/fixtures.ts';
import { openTestWarehouse } from '../../stage/warehouse.ts';

// From the link that `npm start` prints to a key, a bought rate and a lot with a tariff, by what
// pages say alone: the steps and the pictures of docs/dashboard.md.

const HEIGHT_PX = 900;
const PLACE = { latitude: 41.2, longitude: -99.6, currency: 'usd', country: 'US' };
/** As many as a market has at least. */
const LOTS = ['Elm Street Garage', 'Bay Street Lot', 'Station Garage', 'Market Square'];
/** The calls that the pages made until then. */
const CALLS = ['table:has(caption:has-text("Calls"))', 'p:has(> a[href="/dashboard/requests"])'];

const browser = await openBrowser();
afterAll(() => browser?.close());

describe.runIf(browser)('a newcomer', () => {
  let api: TestApi;
  let visit: Visit;
  let page: Page;
  let link: string;
  beforeAll(async () => {
    const port = await freePort();
    api = await startTestApi({ config: { port, baseUrl: `http://localhost:${port}` } });
    const { operatorId } = await api.createKey();
    await rename(api, operatorId, DEMO_OPERATOR_NAME);
    for (const name of LOTS)
      await addLot(api.database, { operator_id: operatorId, name, ...PLACE });
    const warehouse = await openTestWarehouse(api.database);
    await warehouse.refresh();
    await warehouse.close();
    link = await inviteTo(api, operatorId);
    visit = await openPage(browser as Browser, api.app.config.baseUrl);
    ({ page } = visit);
  });
  afterAll(async () => {
    expect(visit.faults).toEqual([]);
    await visit.close();
    await api.stop();
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (name: string) =>
    page.getByRole('link', { name, exact: true }).filter({ visible: true }).first().click();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  async function picture(name: string, masked: readonly string[] = []): Promise<void> {
    for (const width of WIDTHS.toReversed()) {
      await page.setViewportSize({ width, height: HEIGHT_PX });
      await comparePicture(page, `first-${name}`, masked);
    }
  }

  test('opens the dashboard by the link', async () => {
    await page.goto(link);
    await picture('link');
    await press('Open the dashboard');
    await heading('Home');
  });

  test('makes a key, and buys a rate with the line beside it', async () => {
    await follow('Keys');
    await follow('New key');
    await page.getByLabel('Name', { exact: true }).fill('My first key');
    await press('Make the key');
    await heading('The key is made');
    const [secret = '', , line = ''] = await page.locator('.copyable code').allInnerTexts();
    await picture('key');
    const [, address = ''] = /'(http[^']+)'$/.exec(line) ?? [];
    expect(line).toContain(`'Authorization: Bearer ${secret}'`);
    const { pathname, search } = new URL(address);
    const { status, body } = await api.request('GET', pathname + search, { key: secret });
    expect([status, body.data.market_rate.avg_hourly_cents]).toEqual([200, 350]);
    expect(body.meta.cost_cents).toBeGreaterThan(0);
  });

  test('sees what the rate cost', async () => {
    await follow('Usage');
    await heading('Usage');
    await page.getByRole('table', { name: 'Charges by endpoint' }).waitFor();
    await picture('rate', CALLS);
  });

  test('adds a lot, and posts its tariff', async () => {
    await follow('Lots');
    await follow('New lot');
    await page.getByLabel('Name', { exact: true }).fill('My first lot');
    await page.getByLabel('Latitude').fill('41.21');
    await page.getByLabel('Longitude').fill('-99.61');
    await page.getByLabel('Spaces, of all kinds').fill('20');
    await press('Make the lot');
    await heading('My first lot');
    await picture('lot');
    await follow('Tariff');
    await page.getByLabel('Rate', { exact: true }).fill('2.5');
    await page.getByLabel('Most that 24 hours cost').fill('12');
    await page.getByText('USD 12.00', { exact: true }).waitFor();
    await picture('tariff');
    await press('Post this rate');
    await heading('My first lot');
    await page.getByText('2.50 per hour by the minute').waitFor();
  });
});
