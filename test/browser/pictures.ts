import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect } from 'vitest';
import { stillPage } from './still.ts';

const FOLDER = 'docs/pictures';
/** Of a colour, from 0 to 1: what nobody sees. */
const COLOUR_TOLERANCE = 0.1;
/** Of all pixels: edges of letters that were drawn a little differently. */
const SHARE_TOLERANCE = 0.002;
/** A picture shows the beginning of a long page, in CSS pixels: its frame and its main thing. */
const HEIGHT_MAX = 1_000;

/** A grey that suits both themes. */
const MASK_COLOUR = '#9aa3af';

/** Widths at which pages are shown, in CSS pixels: a laptop and a phone. */
export const WIDTHS = [1280, 390] as const;

/** Whether pictures are written rather than compared. */
export const arePicturesWritten = process.env.HEXLOT_PICTURES === 'write';

/**
 * Compares the page with its picture of this name and width in `docs/pictures`, which is written
 * with HEXLOT_PICTURES=write. Elements in `masked` change from run to run.
 */
export async function comparePicture(
  page: Page,
  name: string,
  masked: readonly string[] = [],
): Promise<void> {
  const size = page.viewportSize();
  if (size === null) throw new Error('the page has no size');
  const path = `${FOLDER}/${name}-${size.width}.png`;
  await stillPage(page);
  const whole = await page.evaluate(() => {
    const { document } = globalThis as unknown as { document: { body: { scrollHeight: number } } };
    return document.body.scrollHeight;
  });
  const shot = await page.screenshot({
    fullPage: true,
    clip: { x: 0, y: 0, width: size.width, height: Math.min(whole, HEIGHT_MAX) },
    animations: 'disabled',
    caret: 'hide',
    mask: masked.map((selector) => page.locator(selector)),
    maskColor: MASK_COLOUR,
  });
  if (arePicturesWritten) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, shot);
    return;
  }
  expect(differenceOf(PNG.sync.read(await readFile(path)), PNG.sync.read(shot)), path).toBeLessThan(
    SHARE_TOLERANCE,
  );
}

/** The share of pixels that differ; 1 when the sizes do. */
function differenceOf(kept: PNG, shot: PNG): number {
  const { width, height } = kept;
  if (width !== shot.width || height !== shot.height) return 1;
  const options = { threshold: COLOUR_TOLERANCE };
  const count = pixelmatch(kept.data, shot.data, undefined, width, height, options);
  return count / (width * height);
}
