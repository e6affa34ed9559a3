import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from './browser-file.ts';

/**
 * Chromium, for one test file; undefined where this machine cannot run it, which is printed with
 * its reason. Whoever opens it closes it.
 */
export async function openBrowser(): Promise<Browser | undefined> {
  const found = await findBrowser();
  if (found.missing !== undefined) {
    console.warn(`Tests of pages are left out: ${found.missing}`);
    return undefined;
  }
  return chromium.launch({
    executablePath: found.path,
    env: { ...process.env, ...found.environment },
    // Root may not use the sandbox, and only pages of this project are opened.
    chromiumSandbox: false,
    args: ['--font-render-hinting=none', '--disable-gpu', '--force-color-profile=srgb'],
  });
}

export type Visit = Readonly<{
  page: Page;
  /** What its policy refused, what it wrote as an error, did not get, or asked of other hosts. */
  faults: string[];
  close(): Promise<void>;
}>;

/** A window of its own, with nothing stored; `url` is the service, the only host to be asked. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} for ${response.url()}`);
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== url) faults.push(`asks ${request.url()}`);
  });
  return { page, faults, close: () => context.close() };
}
