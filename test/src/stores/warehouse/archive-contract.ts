import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PackedFile, Warehouse } from '../../../../src/stores/warehouse/warehouse.ts';
import type { Place } from './contract.ts';
import { AS_OF, batchesOf, SEARCHES, searchRow } from './rows.ts';

const nothing = () => undefined;
const cut = () => {
  throw new Error('cut');
};
const ALL = { rowCountMin: 1, rowCountMax: 1_000 };

/** The tests of what every implementation promises about its archive. */
export function promisesOfAnArchive(newPlace: () => Place): void {
  let empty: Place;
  let published: Place;
  let place: Place;
  let warehouse: Warehouse;

  // To open a copy takes a tenth of the time that loading and building it takes.
  beforeAll(async () => {
    empty = newPlace();
    warehouse = await empty.open();
    await warehouse.close();
    published = empty.copy();
    warehouse = await published.open();
    await load(1, [1, 2]);
    await load(2, [3]);
    await publish();
    await warehouse.close();
  });
  afterAll(() => {
    empty.remove();
    published.remove();
  });
  async function openCopy(of: Place): Promise<void> {
    place = of.copy();
    warehouse = await place.open();
  }
  afterEach(async () => {
    await warehouse.close();
    place.remove();
  });

  const load = (number: number, ids: number[]) =>
    warehouse.load({ ...SEARCHES, number, rows: ids.map((id) => searchRow(id)) }, nothing);
  const pack = (after = 0, sizes: Partial<typeof ALL> = {}) =>
    warehouse.pack({ source: 'search_log', after, ...ALL, ...sizes }, nothing);
  const progress = () => warehouse.progress('fct_searches');

  /** Adds all batches to the facts, builds, and publishes. */
  async function publish(): Promise<void> {
    const { batch } = await warehouse.watermark('search_log');
    for (const { name, source } of warehouse.contents.facts)
      if (source === 'search_log') await warehouse.advance(name, batch, nothing);
    const { built } = await warehouse.state();
    const batches = batchesOf({ search_log: batch });
    const seen = batchesOf({});
    await warehouse.build(
      { build: built.build + 1, asOf: AS_OF, batches, seen, seenToday: seen, before: built },
      nothing,
    );
    await warehouse.published('a publication');
  }

  async function packAll(): Promise<PackedFile> {
    const file = await pack();
    if (file === undefined) throw new Error('nothing was packed');
    return file;
  }

  /** The number of rows that a new warehouse counts after it has unpacked these files. */
  async function countAgain(...files: PackedFile[]): Promise<number> {
    await warehouse.startOver('a test');
    for (const file of files) await warehouse.unpack(file, nothing);
    const { batch } = await warehouse.watermark('search_log');
    return warehouse.advance('fct_searches', batch, nothing);
  }

  describe('of a warehouse that is empty at first', () => {
    beforeEach(() => openCopy(empty));

    test('only batches that were published are packed', async () => {
      await load(1, [1]);
      expect(await pack()).toBeUndefined();
      await warehouse.advance('fct_searches', 1, nothing);
      expect(await pack()).toBeUndefined();
      await publish();
      await load(2, [2]);
      expect(await pack()).toMatchObject({ firstBatch: 1, lastBatch: 1, rowCount: 1 });
    });

    test('a file tells what it holds: whole batches, in the order of their positions', async () => {
      await load(1, [1, 2, 3]);
      await load(2, [4]);
      await load(3, [5, 6]);
      await publish();
      const first = await pack(0, { rowCountMax: 4 });
      expect(first).toMatchObject({
        source: 'search_log',
        firstBatch: 1,
        lastBatch: 2,
        first: { tx: '7', id: '1' },
        last: { tx: '7', id: '4' },
        rowCount: 4,
      });
      expect(await pack(2, { rowCountMax: 1 })).toMatchObject({ firstBatch: 3, rowCount: 2 });
      expect(await pack(2, { rowCountMin: 3 })).toBeUndefined();
      expect(await pack(3)).toBeUndefined();
      expect(await pack(0, { rowCountMax: 1 })).not.toMatchObject({ fileName: first?.fileName });
    });

    test('rows are not removed before they are published', async () => {
      await load(1, [1, 2]);
      expect(await warehouse.forget('search_log', 1, nothing)).toBe(0);
      await publish();
      await load(2, [3]);
      expect(await warehouse.forget('search_log', 2, nothing)).toBe(2);
    });

    test('a warehouse tells whether it continues an archive', async () => {
      const empty = { tx: '0', id: '0', batch: 0 };
      const continues = (end: typeof empty) => warehouse.continues('search_log', end);
      expect(await continues(empty)).toBe(true);
      await load(1, [1, 2]);
      await load(2, [3]);
      await publish();
      const file = await packAll();
      const end = { ...file.last, batch: file.lastBatch };
      expect([await continues(empty), await continues(end)]).toEqual([true, true]);
      expect(await continues({ tx: '7', id: '2', batch: 1 })).toBe(true);
      expect(await continues({ tx: '7', id: '1', batch: 1 })).toBe(false);
      await warehouse.forget('search_log', 2, nothing);
      expect([await continues(empty), await continues(end)]).toEqual([false, true]);
      await load(3, [4]);
      expect([await continues(empty), await continues(end)]).toEqual([false, true]);
      expect(await continues({ tx: '7', id: '4', batch: 3 })).toBe(true);
    });
  });

  describe('of two batches that were published', () => {
    beforeEach(() => openCopy(published));

    test('a packing that is cut off leaves everything as it was, and can be repeated', async () => {
      const request = { source: 'search_log', after: 0, ...ALL };
      await expect(warehouse.pack(request, cut)).rejects.toThrow('cut');
      const file = await packAll();
      await expect(warehouse.forget('search_log', 2, cut)).rejects.toThrow('cut');
      expect(await warehouse.forget('search_log', 2, nothing)).toBe(3);
      expect(await warehouse.forget('search_log', 2, nothing)).toBe(0);
      expect(await countAgain(file)).toBe(3);
    });

    test('unpacked rows count once, however often, and a load continues after them', async () => {
      const file = await packAll();
      expect(await countAgain(file, file)).toBe(3);
      expect(await warehouse.watermark('search_log')).toEqual({ tx: '7', id: '3', batch: 2 });
      await load(3, [1, 3, 4]);
      expect(await warehouse.advance('fct_searches', 3, nothing)).toBe(1);
      expect(await progress()).toBe(3);
    });

    test('an unpacking that is cut off leaves nothing', async () => {
      const file = await packAll();
      await warehouse.startOver('a test');
      await expect(warehouse.unpack(file, cut)).rejects.toThrow('cut');
      expect(await warehouse.watermark('search_log')).toEqual({ tx: '0', id: '0', batch: 0 });
      expect(await countAgain(file)).toBe(3);
    });

    test('a file that is left out moves the watermark, and never back', async () => {
      const file = await packAll();
      await warehouse.startOver('a test');
      await warehouse.leaveOut(file);
      expect(await warehouse.watermark('search_log')).toEqual({ tx: '7', id: '3', batch: 2 });
      await load(3, [4]);
      await warehouse.leaveOut(file);
      expect(await warehouse.watermark('search_log')).toEqual({ tx: '7', id: '4', batch: 3 });
    });

    test('a whole file is not damaged, and its size grows the warehouse by nothing', async () => {
      const { byteCount } = await warehouse.size();
      const file = await packAll();
      expect(await warehouse.inspect(file, true)).toBeUndefined();
      expect(await warehouse.inspect({ ...file, byteCount: 1 }, false)).toBe('changed');
      expect(await warehouse.inspect({ ...file, sha256: 'another' }, false)).toBeUndefined();
      expect(await warehouse.inspect({ ...file, sha256: 'another' }, true)).toBe('changed');
      expect(await warehouse.inspect({ ...file, fileName: 'another' }, false)).toBe('missing');
      expect((await warehouse.size()).byteCount).toBeLessThan(byteCount + file.byteCount);
      expect((await warehouse.size()).rowCount).toBeGreaterThan(3);
    });
  });
}
