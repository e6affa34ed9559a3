import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApi } from '../api/client.ts';
import { openPage, type Visit } from './browser.ts';
import { HEIGHT_PX, type ShownPage, type Site } from './describe-pages.ts';
import { comparePicture, WIDTHS } from './pictures.ts';

/** These pages look as in their pictures, on a laptop and a phone. */
export function describePictures(
  browser: Browser,
  pages: readonly (ShownPage & { picture: string })[],
  { start, enter = async () => undefined }: Omit<Site, 'addressOf'>,
): void {
  let site: TestApi;
  const visits: Visit[] = [];
  beforeAll(async () => {
    site = await start();
  });
  afterAll(async () => {
    await Promise.all(visits.map((visit) => visit.close()));
    await site.stop();
  });

  describe.each(pages)('$path', ({ path, picture, masked }) => {
    test.each(WIDTHS)('looks at %i px as in its picture', async (width) => {
      const viewport = { width, height: HEIGHT_PX };
      const visit = await openPage(browser, site.url, { viewport });
      visits.push(visit);
      await enter(visit.page, site);
      await visit.page.goto(path);
      expect(visit.faults).toEqual([]);
      await comparePicture(visit.page, picture, masked);
    });
  });
}
