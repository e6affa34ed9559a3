import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboardPages } from '../../../api/dashboard/pages.ts';
import type { TestKey } from '../../api/client.ts';
import { begin } from '../../api/oauth/flow.ts';
import { CLIENT, CLIENT_ID, type OAuthStage, openOAuthStage } from '../../api/oauth/stage.ts';
import { openBrowser, openPage } from '../../browser/browser.ts';
import { dropFile } from '../../browser/drop-file.ts';
import { numberedTexts, type Written } from '../../browser/hostile/texts.ts';
import {
  judgeOpen,
  newWalk,
  type Walk,
  walkChoices,
  walkDashboard,
  walkForms,
} from '../../browser/hostile/walk.ts';
import { writeElsewhere } from '../../browser/hostile/write-elsewhere.ts';
import { writeEverywhere } from '../../browser/hostile/write-everywhere.ts';

// Whatever somebody writes, a page shows it to others as that text, and as nothing else.

const BUDGET = 1_000_000;
const rateLimits = {
  ...{ read: BUDGET, write: BUDGET, fleet: BUDGET, sandbox: BUDGET },
  ...{ agent_call: BUDGET, agent_session: BUDGET },
};
const SHORT = 50;

/** Texts of bodies that cannot be hostile, and why. A text that is in no list has to be taken. */
const CLOSED: readonly (readonly [RegExp, string])[] = [
  [/\.(timezone|currency|hours|opening_hours|data_license|features\.\[\])$/, 'read as what it is'],
  [/\.(ocpi_tariff|apds_rate_table)\./, 'instants, durations and codes of others'],
  [/dates\.\[\]$|\.vin$/, 'dates and numbers of vehicles'],
  [/^createLot(Batch\.\[\])?\.tariff\./, 'the same as putRates.tariff'],
  [
    /\.(dynamic\.parts\.\[\]|allocations\.\[\]\.plate|session_code|quote_id|cursor)$/,
    'names a thing',
  ],
  [/^importLots\.map\./, 'names a column'],
  [/^compareLotsWithOsm\.file$/, 'a file, which is dropped below'],
  [/^createErasure\.email$/, 'an address without signs of HTML'],
  [/^callDispatcher\.parameters\.near$/, 'names a place'],
];

/** Those that no page shows to anybody. */
const UNSHOWN: readonly RegExp[] = [
  /^previewRates\./,
  /^importLots\.file$/,
  /tariff\.summary\.\[\]$/,
  /^createLotBatch\.\[\]\.access\./,
  /\.(driver_email|metadata\.other|return_url|refresh_url|intent)$/,
  /^(reserve|dispatchFleet(V1)?|createErasure)\..*plate$/,
  /^createInvitation\.email$/,
];

/** Pages that only forms lead to. */
const UNLINKED = ['/dashboard/stays/plate', '/dashboard/sign-in', '/dashboard/sign-up'];
/** They show nothing, or are opened by another test here. */
const NOT_WALKED = /\/(sign-out|operator|sign-in\/again|connect\/|email\/|account\/company)$/;

const browser = await openBrowser();
afterAll(() => browser?.close());

describe.runIf(browser)('hostile texts', () => {
  let stage: OAuthStage;
  let key: TestKey;
  let walk: Walk;
  let refused: Map<string, string>;
  const newTexts = numberedTexts();
  const written: Written = new Map();
  beforeAll(async () => {
    stage = await openOAuthStage();
    const { api, baseUrl } = stage;
    await api.database.sql(`update operators set plan = 'enterprise'`);
    api.giveServerTo(stage.key.operatorId);
    key = await api.createKey({ operatorId: stage.key.operatorId, rateLimits });
    refused = await writeEverywhere(api, key, newTexts, written);
    const cookie = await writeElsewhere(api, key, newTexts, written);
    walk = newWalk(await openPage(browser as Browser, baseUrl), written);
    const url = `${baseUrl}/dashboard`;
    const pairs = cookie.split('; ').map((pair) => pair.split('='));
    const cookies = pairs.map(([name = '', value = '']) => ({ name, value, url }));
    await walk.visit.page.context().addCookies(cookies);
  });
  afterAll(async () => {
    await walk.visit.close();
    await stage.api.stop();
  });

  /** A text that is written once, short enough that no page cuts it. */
  function newText() {
    const { mark, plain } = newTexts(SHORT);
    const text = plain.slice(0, 3).join(' ');
    written.set(mark, { mark, texts: [text] });
    return { mark, text };
  }

  test('are sent in every text of every operation that is not closed', () => {
    const open = [...refused].filter(([field]) => !CLOSED.some(([closed]) => closed.test(field)));
    expect(open).toEqual([]);
    expect(written.size).toBeGreaterThan(70);
  });

  test('are shown by every page to others as they were written', async () => {
    await walkDashboard(walk, ['/dashboard', ...UNLINKED]);
    expect([...walk.faults]).toEqual([]);
    const unseen = [...written].filter(([, { mark }]) => !walk.shown.has(mark));
    const names = unseen.map(([name]) => name);
    expect(names.filter((name) => !UNSHOWN.some((one) => one.test(name)))).toEqual([]);
  });

  test('do nothing in a file that is imported, and in its name', async () => {
    const { mark, text } = newText();
    written.set('file', { mark, texts: [text, `${mark}<b>.csv`] });
    const cell = `"${text.replaceAll('"', '""')}"`;
    const rows = [
      `ref,name,lat,lng,capacity,${cell}`,
      `a,${cell},1,1,5,${cell}`,
      `b,${cell},x,1,5,`,
    ];
    const { page } = walk.visit;
    await page.goto('/dashboard/lots/import');
    await dropFile(page, '[data-drop]', { name: `${mark}<b>.csv`, text: rows.join('\n') });
    await page.getByText('bytes').waitFor();
    await judgeOpen(walk);
    await page.getByRole('button', { name: 'Show what it would do' }).click();
    await page.getByRole('heading', { name: 'What the file would do' }).waitFor();
    const { shown, faults } = await judgeOpen(walk);
    expect([faults, shown]).toEqual([[], expect.arrayContaining([mark])]);
  });

  test('do nothing in a file of OpenStreetMap, and in its name', async () => {
    const { mark, text } = newText();
    written.set('osm', { mark, texts: [text, `${mark}<b>.json`] });
    const tags = { amenity: 'parking', name: text, operator: text };
    const elements = [{ type: 'node', id: 7, lat: -38.1, lon: 144.4, tags }];
    const { page } = walk.visit;
    await page.goto('/dashboard/lots/osm');
    await dropFile(page, '[data-drop]', {
      name: `${mark}<b>.json`,
      text: JSON.stringify({ elements }),
    });
    await page.getByText('bytes').waitFor();
    await page.getByRole('button', { name: 'Show what differs' }).click();
    await page.getByRole('link', { name: 'Another file' }).waitFor();
    const { shown, faults } = await judgeOpen(walk);
    expect([faults, shown]).toEqual([[], expect.arrayContaining([mark])]);
  });

  test('do nothing as the name of an app that asks to be connected', async () => {
    const { mark, text } = newText();
    stage.documents.set(CLIENT_ID, { ...CLIENT, client_name: text });
    const { url } = await begin(stage);
    await walk.visit.page.goto(url.href);
    const { shown, faults } = await judgeOpen(walk);
    expect([faults, shown]).toEqual([[], expect.arrayContaining([mark])]);
  });

  test('do nothing in addresses and in forms that are refused', async () => {
    const { mark, text } = newText();
    await walkChoices(walk, text);
    await walkForms(walk, text);
    expect([...walk.faults]).toEqual([]);
    expect(walk.shown).toContain(mark);
  });

  test('are tried on every page that a person can open', () => {
    const kinds = [...walk.pages.keys()];
    const closed = dashboardPages.filter(({ isOpen }) => !isOpen);
    const paths = closed.map(({ path }) => path.replaceAll(/\{\w+\}/g, ''));
    const missing = paths.filter((path) => !kinds.includes(path) && !NOT_WALKED.test(path));
    expect(missing).toEqual([]);
  });
});
