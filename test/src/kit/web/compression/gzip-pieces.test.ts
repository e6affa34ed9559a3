import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gzipPieces } from '../../../../../src/kit/web/compression/gzip-pieces.ts';
import { randomFrom, seedOfRun } from '../../../../stage/random.ts';

const seed = seedOfRun();

test(`any pieces in any order make a gzip file of their texts (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const pieces = Array.from({ length: 30 }, (_, i) =>
    Buffer.from(`${i} Straße ✓ `.repeat(Math.floor(2_000 * random() ** 4))),
  );
  for (let i = 0; i < 30; i += 1) {
    const chosen = pieces.filter(() => random() < 0.5).toSorted(() => random() - 0.5);
    const zipped = await buffer(gzipPieces(chosen));
    expect(gunzipSync(zipped).equals(Buffer.concat(chosen))).toBe(true);
    expect((await buffer(gzipPieces(chosen))).equals(zipped)).toBe(true);
  }
});

test('texts of one file only are among the pieces as strings, however long they are', async () => {
  const [short, long] = ['Straße ✓', 'ab'.repeat(100_000)];
  const pieces = [short, Buffer.from(long), '', long, Buffer.from(short)];
  const zipped = await buffer(gzipPieces(pieces));
  expect(gunzipSync(zipped).toString()).toBe(`${short}${long}${long}${short}`);
});

test('no pieces make a gzip file of an empty text', async () => {
  expect(gunzipSync(await buffer(gzipPieces([])))).toHaveLength(0);
});
