import { readFileSync, writeFileSync } from 'node:fs';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, test } from 'vitest';
import { LOGO } from '../../../api/icons/logo.svg.ts';
import { openBrowser } from '../../browser/browser.ts';
import { arePicturesWritten } from '../../browser/pictures.ts';

const ICON = 'api/icons/favicon.ico';
const PIXELS = 32;
/** The head of a file with one picture, and what it says of that picture. */
const HEAD_BYTES = 22;

const browser = await openBrowser();
afterAll(() => browser?.close());

/** An icon file with one PNG in it. */
function iconOf(png: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(PIXELS, 6);
  head.writeUInt8(PIXELS, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(HEAD_BYTES, 18);
  return Buffer.concat([head, png]);
}

describe.runIf(browser)('the icon', () => {
  test('is the mark of the service', async () => {
    const size = { width: PIXELS, height: PIXELS };
    const page = await browser?.newPage({ viewport: size });
    if (page === undefined) throw new Error('no browser');
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${LOGO}`);
    const shot = await page.screenshot({ omitBackground: true });
    if (arePicturesWritten) writeFileSync(ICON, iconOf(shot));
    const icon = readFileSync(ICON);
    expect(icon.subarray(0, HEAD_BYTES)).toEqual(
      iconOf(icon.subarray(HEAD_BYTES)).subarray(0, HEAD_BYTES),
    );
    const kept = PNG.sync.read(icon.subarray(HEAD_BYTES));
    const { data } = PNG.sync.read(shot);
    expect(pixelmatch(kept.data, data, undefined, PIXELS, PIXELS)).toBe(0);
  });
});
