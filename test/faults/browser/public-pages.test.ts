import { afterAll, describe } from 'vitest';
import { openBrowser } from '../../browser/browser.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { PUBLIC_PAGES, startSite } from '../../browser/public-pages.ts';

// Pages that everybody can read can be read by everybody.

const browser = await openBrowser();
afterAll(() => browser?.close());

describe.runIf(browser)('public pages', () => {
  if (browser !== undefined) describePages(browser, PUBLIC_PAGES, { start: startSite });
});
