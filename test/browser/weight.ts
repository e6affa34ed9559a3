import type { Page } from 'playwright-core';

/** What a page may weigh until it is shown, bytes as sent. */
export const FIRST_PAINT_BYTES_MAX = 150_000;

/** The bytes of everything that a page loads, headers included, as sent; none may be cached. */
export async function bytesLoaded(page: Page, path: string): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(path, { waitUntil: 'load' });
  await client.detach();
  return bytes;
}
