import { expect, test } from 'vitest';
import { keepTiles } from '../../../src/market/keep-tiles.ts';

const SIZE_MAX = 50;
const TILES = 10 * SIZE_MAX;
const AT_ONCE = 7;
const notices = { isListening: () => true, changeCount: () => 0, close: async () => {} };

/** Tiles of size 1 that say how many were read. */
function openTiles() {
  let readCount = 0;
  const read = keepTiles<number, readonly number[], undefined, number>(
    { clock: { now: () => 0 }, notices },
    {
      async find(keys) {
        readCount += keys.length;
        return keys;
      },
      versionOf: () => 'only',
      restOf: () => undefined,
      tilesOf: (_found, keys) => keys,
      sizeOf: () => 1,
    },
    { sizeMax: SIZE_MAX },
  );
  return {
    read,
    async readsOf(keys: readonly number[], finer?: () => readonly number[]): Promise<number> {
      const before = readCount;
      await read(keys, finer);
      return readCount - before;
    },
  };
}

const keysFrom = (first: number) => Array.from({ length: AT_ONCE }, (_, i) => (first + i) % TILES);

test('ten times as many tiles as there is room for, all in turn: each call reads its own, and no more are kept than the room and one call', async () => {
  const { readsOf } = openTiles();
  for (let first = 0; first < 3 * TILES; first += AT_ONCE)
    expect(await readsOf(keysFrom(first))).toBe(AT_ONCE);
  let kept = 0;
  const last = 3 * TILES - ((3 * TILES) % AT_ONCE);
  for (let key = last + AT_ONCE - 1; (await readsOf([key % TILES])) === 0; key -= 1) kept += 1;
  expect(kept).toBeGreaterThan(SIZE_MAX / 2);
  expect(kept).toBeLessThanOrEqual(SIZE_MAX + AT_ONCE);
});

test('smaller tiles are read only once there was no room, and only where a tile is missing', async () => {
  const { readsOf } = openTiles();
  const small = () => [-1];
  for (let key = 0; key <= SIZE_MAX; key += 1) expect(await readsOf([key], small)).toBe(1);
  expect(await readsOf([-1])).toBe(1);
  // Everything before was whole. The load before this one had to forget some.
  expect(await readsOf([SIZE_MAX], small)).toBe(0);
  expect(await readsOf([TILES], small)).toBe(0);
  expect(await readsOf([TILES], () => [-2])).toBe(1);
  expect(await readsOf([-2])).toBe(0);
});
