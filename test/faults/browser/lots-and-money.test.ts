import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inviteTo } from '../../api/dashboard/visitor.ts';
import { openStage, type Stage } from '../../api/stage.ts';
import { openBrowser, openPage, type Visit } from '../../browser/browser.ts';
import { dropFile } from '../../browser/drop-file.ts';
import { freePort } from '../../browser/free-port.ts';

// What an owner does in a browser with lots and money: each is seen before it is done.

const FILE = `ref,name,lat,lng,capacity
elm-1,Elm Street Garage,43.651,-79.381,25
elm-2,Bay Street Garage,43.652,-79.382,10
elm-3,Far Away,143.6,-79.383,5
`;
const NEXT_DAY_MS = 86_400_000;

const browser = await openBrowser();
afterAll(() => browser?.close());

describe.runIf(browser)('an owner', () => {
  let stage: Stage;
  let visit: Visit;
  let page: Page;
  beforeAll(async () => {
    const port = await freePort();
    stage = await openStage({ config: { port, baseUrl: `http://localhost:${port}` } });
    visit = await openPage(browser as Browser, stage.api.app.config.baseUrl);
    ({ page } = visit);
    await page.goto(await inviteTo(stage.api, stage.key.operatorId));
    await page.getByRole('button', { name: 'Open the dashboard' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
  afterAll(async () => {
    await visit.close();
    await stage.api.stop();
  });

  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const lots = async () => (await stage.get('/api/v1/lots')).body.data;

  test('drops a file, reads what it would do, and only then imports it', async () => {
    const old = { ref: 'elm-1', name: 'Elm Street', lat: 43.651, lng: -79.381, total_spaces: 20 };
    expect((await stage.post('/api/v1/lots', old)).status).toBe(201);
    const before = await lots();
    await page.goto('/dashboard/lots/import');
    await dropFile(page, '[data-drop]', { name: 'lots.csv', text: FILE });
    await page.getByText(`lots.csv, ${FILE.length} bytes`).waitFor();
    await press('Show what it would do');
    await title('What the file would do').waitFor();
    expect(await figures(page)).toEqual({
      ...{ 'would be created': '1', 'would be changed': '1', 'as they are': '0', rejected: '1' },
    });
    const rejected = page.getByRole('table', { name: 'Rejected rows' }).getByRole('row').last();
    expect(await rejected.innerText()).toMatch(/Far Away\s+lat\s+"143.6" is no number/);
    expect(await lots()).toEqual(before);
    await page.getByRole('button', { name: 'Create 1 and change 1' }).click();
    await title('The file is imported').waitFor();
    const found = (await lots()).map((lot: typeof old) => [lot.ref, lot.name, lot.total_spaces]);
    expect(found.sort()).toEqual([
      ['elm-1', 'Elm Street Garage', 25],
      ['elm-2', 'Bay Street Garage', 10],
    ]);
    await page.getByRole('link', { name: 'To the lots' }).click();
    await page.getByRole('link', { name: 'Bay Street Garage' }).waitFor();
  });

  test('types a tariff, sees its costs change, and posts it', async () => {
    const [lat, lng] = [44.1, -78.2];
    const lotId = await stage.parking.addLot({ latitude: lat, longitude: lng, rate_minor: 200 });
    const quote = async (): Promise<number> => {
      const from = new Date(Date.now() + NEXT_DAY_MS);
      const until = new Date(from.getTime() + 4 * 3_600_000);
      const query = { lat, lng, starts_at: from.toISOString(), ends_at: until.toISOString() };
      return (await stage.get('/api/v1/lots/search', query)).body.lots[0].quote.amount;
    };
    expect(await quote()).toBe(8);
    await page.goto(`/dashboard/lots/${lotId}/tariff`);
    await page.getByLabel('Rate', { exact: true }).fill('3.5');
    await expect.poll(() => costs(page)).toEqual(['3.50', '14.00', '84.00']);
    await page.getByLabel('Most that 24 hours cost').fill('20');
    await expect.poll(() => costs(page)).toEqual(['3.50', '14.00', '20.00']);
    await page.getByLabel('Rate', { exact: true }).fill('-1');
    await expect.poll(() => costs(page)).toEqual(['…', '…', '…']);
    expect(await page.locator('[data-problem]').innerText()).toMatch(/^Base_rate: must be /);
    await page.getByLabel('Rate', { exact: true }).fill('4');
    await expect.poll(() => costs(page)).toEqual(['4.00', '16.00', '20.00']);
    expect(await quote()).toBe(8);
    await press('Post this rate');
    await page.getByRole('link', { name: 'Tariff' }).waitFor();
    expect(await quote()).toBe(16);
    const { rates } = (await stage.get(`/api/v1/lots/${lotId}/rates`)).body;
    expect(rates.current).toMatchObject({ base_rate: 4, max_daily_rate: 20 });
  });

  test('refunds a part of a stay from its page, and the receipt says so', async () => {
    const stay = await stage.parking.park(await stage.parking.addLot({ rate_minor: 10_000 }));
    await stage.parking.passMinutes(60);
    const { sessionId, sessionCode } = await stage.parking.end(stay);
    const receipt = async () =>
      (await stage.get(`/api/v1/sessions/${sessionId}/receipt`)).body.receipt;
    const { total } = await receipt();
    await page.goto(`/dashboard/stays/${sessionId}`);
    await page.getByLabel('Amount in CAD').fill('1.25');
    await page.getByLabel('Reason').fill('The gate stayed shut');
    await page.getByLabel('to confirm').fill('another');
    await press('Refund');
    await page.getByText('is another name, so nothing was done').first().waitFor();
    expect((await receipt()).total).toBe(total);
    await page.getByLabel('to confirm').fill(sessionCode);
    await press('Refund');
    await page.getByRole('cell', { name: 'The gate stayed shut' }).waitFor();
    expect((await receipt()).total).toBeCloseTo(total - 1.25, 2);
    expect(await page.getByRole('main').innerText()).toContain((total - 1.25).toFixed(2));
  });

  test('changes the plan down and up, having read what each costs and limits', async () => {
    const plan = async () => (await stage.get('/api/v1/plan')).body.plan;
    await page.goto('/dashboard/plan');
    await page.getByRole('link', { name: 'Change down to Free' }).click();
    await page.getByRole('heading', { name: 'Change to Free' }).waitFor();
    const down = await page.getByRole('main').innerText();
    expect(down).toContain('from the first of the next month (UTC)');
    expect(down).toMatch(/at most\s[\d,]+ lots in each mode, and [\d,]+ keys/);
    expect((await plan()).next).toBeNull();
    await page.getByLabel('to confirm').fill('Free');
    await press('Change to Free');
    await page.getByText('you have Free').waitFor();
    expect((await plan()).next.plan).toBe('free');
    await press('Keep Pro');
    await expect.poll(async () => (await plan()).next).toBeNull();
  });
});

/** The numbers of the cards, by what they count. */
async function figures(page: Page): Promise<Record<string, string>> {
  const cards = await page.locator('.cards .card').all();
  const pairs = cards.map(async (card) => [
    await card.locator('h3').innerText(),
    await card.locator('.figure').innerText(),
  ]);
  return Object.fromEntries(await Promise.all(pairs));
}

/** What 1, 4 and 24 hours cost, without the currency. */
async function costs(page: Page): Promise<string[]> {
  const shown = await page.locator('[data-costs] [data-length]').allInnerTexts();
  return shown.map((text) => text.replace(/^CAD\s/, ''));
}
