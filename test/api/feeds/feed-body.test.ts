import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bodyOf, codingsOf, WHOLE_BYTES_MAX } from '../../../api/feeds/feed-body.ts';
import { FEATURE_COLLECTION } from '../../../src/outbound/feeds/feed-form.ts';
import type { FeedPart } from '../../../src/outbound/feeds/map-feed.ts';

/** A part of `count` texts of about 10 kB each. */
function partOf(count: number, isWhole = false): FeedPart {
  const texts = Array.from({ length: count }, (_, i) =>
    Buffer.from(JSON.stringify({ i, name: 'Straße '.repeat(1_000) })),
  );
  const byteLength = texts.reduce((sum, text) => sum + text.length, 0);
  return { form: FEATURE_COLLECTION, hash: String(count), texts, count, byteLength, isWhole };
}

const DECODE = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

async function bytesOf(part: FeedPart, coding: keyof typeof DECODE): Promise<Buffer> {
  const body = await bodyOf(part, coding);
  return 'open' in body ? buffer(body.open()) : body;
}

test.each([0, 1, 2, 40, 400])(
  '%i texts make one collection, the same in each coding',
  async (count) => {
    const part = partOf(count);
    for (const coding of codingsOf(part)) {
      const bytes = await bytesOf(part, coding);
      const { type, features } = JSON.parse(DECODE[coding](bytes).toString());
      expect(type).toBe('FeatureCollection');
      expect(features.map(({ i }: { i: number }) => i)).toEqual(
        Array.from({ length: count }, (_, i) => i),
      );
      expect((await bytesOf(part, coding)).equals(bytes), coding).toBe(true);
    }
  },
);

test('a large part is never whole in memory; its length is sent if it is known', async () => {
  const part = partOf(400);
  expect(part.byteLength).toBeGreaterThan(WHOLE_BYTES_MAX);
  expect(codingsOf(part)).toEqual(['gzip', 'identity']);
  const [plain, zipped] = [await bodyOf(part, 'identity'), await bodyOf(part, 'gzip')];
  expect(zipped).toEqual({ open: expect.any(Function) });
  expect(plain).toMatchObject({ byteLength: (await bytesOf(part, 'identity')).length });
  if (!('open' in plain)) throw new Error('it is whole');
  for await (const chunk of plain.open()) expect(chunk.length).toBeLessThan(WHOLE_BYTES_MAX);
});

test('a small part is encoded once per coding', async () => {
  const part = partOf(3);
  expect(codingsOf(part)).toEqual(['br', 'gzip', 'identity']);
  for (const coding of codingsOf(part))
    expect(await bodyOf(part, coding)).toBe(await bodyOf(part, coding));
});

test('the whole map is compressed once, and its length is known from then on', async () => {
  const map = partOf(400, true);
  const first = await bytesOf(map, 'gzip');
  expect(await bodyOf(map, 'gzip')).toMatchObject({ byteLength: first.length });
  expect((await bytesOf(map, 'gzip')).equals(first)).toBe(true);
  const part = partOf(400);
  await bytesOf(part, 'gzip');
  expect(await bodyOf(part, 'gzip')).toEqual({ open: expect.any(Function) });
});
