import { expect, test } from 'vitest';
import { tileCache } from '../../../../src/demand/tiles/tile-cache.ts';

const SIZE_MAX = 50;
const TILES = 10 * SIZE_MAX;
const AT_ONCE = 7;
const notices = { isListening: () => true, changeCount: () => 0, close: async () => {} };

/** Tiles of size 1 that say how many were read. */
function openTiles() {
  let readCount = 0;
  const read = tileCache<number, readonly number[], undefined, number>(
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

/** Tiles of size 1 that are renewed: each says which publication read it first. */
function openRenewed(sizeMax = SIZE_MAX, keptMsMax = Infinity) {
  const state = { version: 0, now: 0 };
  const read = tileCache<string, number, undefined, number>(
    { clock: { now: () => state.now }, notices: { ...notices, changeCount: () => state.version } },
    {
      find: async () => state.version,
      isRenewed: true,
      versionOf: String,
      restOf: () => undefined,
      tilesOf: (version, keys, before) => keys.map((key, i) => before[i] ?? `${key} of ${version}`),
      sizeOf: () => 1,
    },
    { sizeMax, keptMsMax },
  );
  return { state, read: async (keys: readonly number[]) => (await read(keys)).tiles };
}

test('tiles of earlier publications are there to be renewed, also where nobody asked since', async () => {
  const { state, read } = openRenewed();
  expect(await read([1, 2])).toEqual(['1 of 0', '2 of 0']);
  state.version = 1;
  expect(await read([1, 3])).toEqual(['1 of 0', '3 of 1']);
  state.version = 2;
  expect(await read([1, 2, 3])).toEqual(['1 of 0', '2 of 0', '3 of 1']);
});

test('tiles of earlier publications are forgotten first, and count for the room and the time', async () => {
  const { state, read } = openRenewed(10, 1_000);
  await read([1, 2, 3, 4, 5, 6]);
  state.version = 1;
  await read([7, 8, 9, 10, 11, 12]);
  // There is room for ten: of the first publication some are forgotten, of the second none.
  expect(await read([7, 13])).toEqual(['7 of 1', '13 of 1']);
  expect(await read([1, 6])).toEqual(['1 of 1', '6 of 0']);
  state.now = 1_000;
  state.version = 2;
  expect(await read([7])).toEqual(['7 of 2']);
});
