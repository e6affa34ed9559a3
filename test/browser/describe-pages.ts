import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApi } from '../api/client.ts';
import { obstacles } from './a11y.ts';
import { openPage, type Visit } from './browser.ts';
import { comparePicture, WIDTHS } from './pictures.ts';
import { bytesLoaded, FIRST_PAINT_BYTES_MAX } from './weight.ts';

export const HEIGHT_PX = 900;
const NARROWEST_PX = 360;
const WIDEST_PX = 3840;
/** A field of a date stops at its day, month, year and calendar. */
const STOPS_IN_ONE_MAX = 5;
/** Where the keyboard stops; of radio buttons at the chosen one. */
const STOPS =
  ':is(a[href], button, select, input:not([type="radio"]:not(:checked)), textarea, summary, ' +
  '[tabindex="0"])';

export type ShownPage = Readonly<{
  /** With braces where `addressOf` fills in what is known only once the service runs. */
  path: string;
  /** Of its pictures; none where its text changes often. */
  picture?: string;
  /**
   * What a library shows in it, and an element that is there once it does. Its obstacles and its
   * weight are those of its authors.
   */
  library?: Readonly<{ root: string; shown: string }>;
  /** Selectors of what changes from run to run; pictures leave it out. */
  masked?: readonly string[];
}>;

/** The service whose pages are looked at. */
export type Site = Readonly<{
  start(): Promise<TestApi>;
  /** Does in each new window what has to be done before, such as to sign in. */
  enter?(page: Page, site: TestApi): Promise<void>;
  /** Where a page is, once the service runs. */
  addressOf?(path: string, site: TestApi): Promise<string>;
}>;

type Focused = { isSeen: boolean; place: number; element: string };
/** What has the focus, and where it is among all elements. */
const FOCUSED = `(() => {
  const { activeElement: element } = document;
  const { width, height } = element.getBoundingClientRect();
  return {
    isSeen: width > 0 && height > 0,
    place: [...document.querySelectorAll('*')].indexOf(element),
    element: element.outerHTML.slice(0, 200),
  };
})()`;
const focusedIn = (page: Page) => page.evaluate<Focused>(FOCUSED);

/**
 * What holds for every page: it can be read in both themes, on a phone and a wall, by keyboard and
 * screen reader, and on a slow line; it asks nobody else; it looks as in its pictures.
 */
export function describePages(
  browser: Browser,
  pages: readonly ShownPage[],
  { start, enter = async () => undefined, addressOf = async (path) => path }: Site,
): void {
  let site: TestApi;
  const visits: Visit[] = [];
  /** Of pages with a library, which takes seconds to show them: one window each. */
  const kept = new Map<string, Visit>();
  beforeAll(async () => {
    site = await start();
  });
  afterAll(async () => {
    await Promise.all(visits.map((visit) => visit.close()));
    await site.stop();
  });

  /** The page, fully shown. */
  async function open({ path, library }: ShownPage, width: number): Promise<Visit> {
    const viewport = { width, height: HEIGHT_PX };
    const known = kept.get(path);
    await known?.page.setViewportSize(viewport);
    if (known !== undefined) return known;
    const visit = await openPage(browser, site.url, { viewport });
    visits.push(visit);
    if (library !== undefined) kept.set(path, visit);
    await enter(visit.page, site);
    await visit.page.goto(await addressOf(path, site));
    if (library !== undefined) await visit.page.locator(library.shown).first().waitFor();
    return visit;
  }

  describe.each(pages)('$path', (one) => {
    test.each(WIDTHS)('has no serious obstacle at %i px in both themes', async (width) => {
      const { page, faults } = await open(one, width);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await obstacles(page, one.library?.root), colorScheme).toEqual([]);
      }
      // Refusals by its policy, errors, and whatever it asked of other hosts.
      expect(faults).toEqual([]);
      if (one.picture !== undefined) await comparePicture(page, one.picture, one.masked);
    });

    test('fits into 360 px and 3840 px without scrolling sideways', async () => {
      const { page } = await open(one, NARROWEST_PX);
      for (const width of [NARROWEST_PX, WIDEST_PX]) {
        await page.setViewportSize({ width, height: HEIGHT_PX });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
    });

    test('is used by keyboard, and skips what all pages have', async () => {
      const { page } = await open(one, NARROWEST_PX);
      const count = await page.locator(`${STOPS}:not(:disabled):visible`).count();
      const reached = new Set<number>();
      for (let stop = 0; reached.size < count && stop < count * STOPS_IN_ONE_MAX; stop += 1) {
        await page.keyboard.press('Tab');
        const { isSeen, place, element } = await focusedIn(page);
        expect(isSeen, element).toBe(true);
        if (stop === 0) expect(element).toContain('class="skip"');
        reached.add(place);
      }
      expect(reached.size).toBe(count);
      await page.locator('.skip').focus();
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await focusedIn(page)).element).toContain('id="main"');
    });

    test.runIf(one.library === undefined)('weighs at most 150 kB until it is shown', async () => {
      const { page } = await open(one, NARROWEST_PX);
      expect(await bytesLoaded(page, page.url())).toBeLessThan(FIRST_PAINT_BYTES_MAX);
    });
  });
}
