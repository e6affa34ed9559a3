import { expect, test } from 'vitest';
import { createFeedCache } from '../../api/feed-cache.ts';

const MIB = 1024 * 1024;

function newCache(more: { entriesMax?: number; bytesMax?: number } = {}) {
  const clock = { ms: 0, now: () => clock.ms };
  const built: string[] = [];
  const cache = createFeedCache({ clock, ageMsMax: 5_000, entriesMax: 3, bytesMax: MIB, ...more });
  const get = (key: string, bytes = 10) =>
    cache.get(key, async () => {
      built.push(key);
      return Buffer.alloc(bytes, key);
    });
  return { clock, built, cache, get };
}

test('callers that ask at once share one build, and later ones too until it is old', async () => {
  const { clock, built, get } = newCache();
  await Promise.all([get('a'), get('a'), get('b')]);
  clock.ms = 4_999;
  await get('a');
  expect(built).toEqual(['a', 'b']);
  clock.ms = 5_000;
  await get('a');
  expect(built).toEqual(['a', 'b', 'a']);
});

test('a clock that went back does not keep a feed for ever', async () => {
  const { clock, built, get } = newCache();
  clock.ms = 1e12;
  await get('a');
  clock.ms = 0;
  await get('a');
  expect(built).toEqual(['a', 'a']);
});

test('a build that fails is tried again by the next caller', async () => {
  const { cache, get } = newCache();
  const failure = new Error('no database');
  await expect(cache.get('a', () => Promise.reject(failure))).rejects.toBe(failure);
  const { body } = await (await get('a')).version('identity');
  expect(body.toString()).toBe('a'.repeat(10));
});

test.each([
  ['entries', { entriesMax: 2 }, 10],
  ['bytes', { bytesMax: 25 }, 10],
])('past the limit of %s the oldest goes', async (_name, limits, bytes) => {
  const { built, get } = newCache(limits);
  for (const key of ['a', 'b', 'c', 'b', 'c', 'a']) await get(key, bytes);
  expect(built).toEqual(['a', 'b', 'c', 'a']);
});

test('a feed larger than all the room is answered and not kept', async () => {
  const { built, get } = newCache({ bytesMax: 5 });
  const { body } = await (await get('a')).version('gzip');
  expect(body.length).toBeGreaterThan(0);
  await get('a');
  expect(built).toEqual(['a', 'a']);
});

test('every coding has a tag of its own, and is made once', async () => {
  const { get } = newCache();
  const feed = await get('a', 10_000);
  const versions = await Promise.all(
    (['identity', 'gzip', 'br', 'gzip'] as const).map((encoding) => feed.version(encoding)),
  );
  expect(new Set(versions.map((version) => version.etag)).size).toBe(3);
  expect(versions[1]).toBe(versions[3]);
});
