import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Warehouse } from '../../../../src/stores/warehouse/warehouse.ts';
import { AS_OF, AUDIT, auditRow, batchesOf, HERE, SEARCHES, searchRow, THERE } from './rows.ts';

/**
 * Where one warehouse is stored. Opened again, it has all its data. `copy`: another place with the
 * same data, of a warehouse that is closed.
 */
export type Place = { open(): Promise<Warehouse>; copy(): Place; remove(): void };

const nothing = () => undefined;
/** Fails like a process that ends when rows are written but not yet recorded as written. */
const cut = () => {
  throw new Error('cut');
};

/** The tests of what every implementation of a warehouse promises. */
export function promisesOfAWarehouse(newPlace: () => Place): void {
  let empty: Place;
  let place: Place;
  let warehouse: Warehouse;
  let countedRows: number;

  // To copy an empty one takes half of the time that making it takes.
  beforeAll(async () => {
    empty = newPlace();
    await (await empty.open()).close();
  });
  afterAll(() => empty.remove());
  beforeEach(async () => {
    place = empty.copy();
    warehouse = await place.open();
    countedRows = 0;
  });
  afterEach(async () => {
    await warehouse.close();
    place.remove();
  });

  const load = (number: number, ids: number[], onWritten = nothing) =>
    warehouse.load({ ...SEARCHES, number, rows: ids.map((id) => searchRow(id)) }, onWritten);

  async function reopen(): Promise<void> {
    await warehouse.close();
    warehouse = await place.open();
  }

  /** Adds all loaded batches to every model. */
  async function advanceAll(): Promise<void> {
    const { facts, rollups } = warehouse.contents;
    for (const { name, source } of [...facts, ...rollups]) {
      const { batch } = await warehouse.watermark(source);
      if (batch > 0) await warehouse.advance(name, batch, nothing);
    }
  }

  /** Builds the marts again, computing only what is new since the last build of the same hour. */
  async function build(asOf = AS_OF, onWritten = nothing): Promise<void> {
    const { built } = await warehouse.state();
    const batches = batchesOf({
      audit_log: (await warehouse.watermark('audit_log')).batch,
      search_log: (await warehouse.watermark('search_log')).batch,
    });
    const isSameHour = built.asOf?.slice(0, 13) === asOf.slice(0, 13);
    const seen = isSameHour ? built.batches : batchesOf({});
    const next = { build: built.build + 1, asOf, batches, seen, seenToday: seen, before: built };
    await warehouse.build(next, onWritten);
  }

  async function streamed(since: number, areGone: boolean): Promise<object[]> {
    const rows: { cell: number; search_count: number; is_gone: boolean }[] = [];
    const mart = 'searches_by_cell';
    await warehouse.stream({ mart, since, areGone }, async (json, rowCount) => {
      // A cell can be larger than a number that JSON.parse reads exactly.
      const part = JSON.parse(json.replaceAll(/"cell":(\d+)/g, '"cell":"$1"'));
      expect(part).toHaveLength(rowCount);
      rows.push(...part);
    });
    return rows
      .map(({ cell, search_count, is_gone }) => ({ cell, search_count, is_gone }))
      .sort((a, b) => (a.cell < b.cell ? -1 : 1));
  }

  /** Adds all loaded batches, builds the marts, and returns how many searches they count. */
  async function countSearches(): Promise<number> {
    await advanceAll();
    await build();
    const rows = (await streamed(0, false)) as { search_count: number }[];
    return rows.reduce((sum, { search_count }) => sum + search_count, 0);
  }

  /**
   * Adds all loaded batches to the fact, and returns how many searches it has: what `countSearches`
   * returns, too, but without a build, which takes most of the time.
   */
  async function countFacts(): Promise<number> {
    const { batch } = await warehouse.watermark('search_log');
    countedRows += await warehouse.advance('fct_searches', batch, nothing);
    return countedRows;
  }

  test('a batch that is loaded twice counts once, also after later batches', async () => {
    await load(1, [1, 2]);
    await load(1, [1, 2]);
    await load(2, [3]);
    await load(1, [1, 2]);
    await load(2, [3]);
    expect(await warehouse.watermark('search_log')).toEqual({ tx: '7', id: '3', batch: 2 });
    expect(await countSearches()).toBe(3);
  });

  test('a loaded batch takes no more rows: they belong to the next batch', async () => {
    await load(1, [1, 2]);
    expect(await countFacts()).toBe(2);
    await load(1, [1, 2, 3]);
    expect(await warehouse.watermark('search_log')).toEqual({ tx: '7', id: '2', batch: 1 });
    await load(2, [3]);
    expect(await countFacts()).toBe(3);
  });

  test('rows that are already loaded do not count again in the next batch', async () => {
    await load(1, [1, 2]);
    await load(2, [1, 2, 3]);
    expect(await warehouse.watermark('search_log')).toEqual({ tx: '7', id: '3', batch: 2 });
    expect(await countFacts()).toBe(3);
  });

  test.each([
    ['the same rows', [1, 2, 3]],
    ['more rows', [1, 2, 3, 4, 5]],
    ['fewer rows', [1]],
  ])('a batch that is cut off and loaded again with %s counts once', async (_what, again) => {
    await load(1, [0]);
    await expect(load(2, [1, 2, 3], cut)).rejects.toThrow('cut');
    await reopen();
    expect(await warehouse.watermark('search_log')).toEqual({ tx: '7', id: '0', batch: 1 });
    expect(await countFacts()).toBe(1);
    await load(2, again);
    expect(await countFacts()).toBeGreaterThanOrEqual(1 + again.length);
    const left = [1, 2, 3, 4, 5, 6].filter((id) => !again.includes(id));
    await load(3, left);
    expect(await warehouse.watermark('search_log')).toEqual({ tx: '7', id: '6', batch: 3 });
    expect(await countFacts()).toBe(7);
  });

  test('after a load that is cut off neither its rows nor its watermark are there', async () => {
    await load(1, [1, 2]);
    await expect(load(2, [3, 4], cut)).rejects.toThrow('cut');
    expect(await warehouse.watermark('search_log')).toEqual({ tx: '7', id: '2', batch: 1 });
    await reopen();
    expect(await warehouse.watermark('search_log')).toEqual({ tx: '7', id: '2', batch: 1 });
    expect(await countFacts()).toBe(2);
  });

  test('a batch whose predecessor is missing is refused', async () => {
    await load(1, [1]);
    await expect(load(3, [3])).rejects.toThrow('batch 3 of search_log cannot follow batch 1');
    expect(await warehouse.watermark('search_log')).toMatchObject({ id: '1', batch: 1 });
  });

  test('transactions are ordered as numbers, and ids within each', async () => {
    const rows = (positions: [number, number][]) =>
      positions.map(([tx, id]) => searchRow(id, { tx }));
    await warehouse.load({ ...SEARCHES, number: 1, rows: rows([[9, 5]]) }, nothing);
    const next = rows([
      [9, 5],
      [9, 10],
      [10, 2],
    ]);
    await warehouse.load({ ...SEARCHES, number: 2, rows: next }, nothing);
    expect(await warehouse.watermark('search_log')).toEqual({ tx: '10', id: '2', batch: 2 });
    expect(await countFacts()).toBe(3);
  });

  test('each source has its own watermark and batches', async () => {
    await load(1, [1]);
    await load(2, [2]);
    expect(await warehouse.watermark('audit_log')).toEqual({ tx: '0', id: '0', batch: 0 });
    const audit = { ...AUDIT, number: 1, rows: [auditRow(8)] };
    await expect(warehouse.load(audit, cut)).rejects.toThrow('cut');
    await warehouse.load(audit, nothing);
    await warehouse.load(audit, nothing);
    expect(await warehouse.watermark('audit_log')).toEqual({ tx: '7', id: '8', batch: 1 });
    expect(await warehouse.watermark('search_log')).toEqual({ tx: '7', id: '2', batch: 2 });
    expect(await countSearches()).toBe(2);
    const { built } = await warehouse.state();
    expect(built.batches).toEqual(batchesOf({ audit_log: 1, search_log: 2 }));
  });

  test('a model contains a batch exactly when its progress says so', async () => {
    await load(1, [1]);
    for (const { name } of warehouse.contents.facts) expect(await warehouse.progress(name)).toBe(0);
    await expect(warehouse.advance('fct_searches', 1, cut)).rejects.toThrow('cut');
    expect(await warehouse.progress('fct_searches')).toBe(0);
    expect(await warehouse.advance('fct_searches', 1, nothing)).toBe(1);
    expect(await warehouse.progress('fct_searches')).toBe(1);
  });

  test('a batch that is added twice to a model counts once, also when it was cut off', async () => {
    for (const number of [1, 2, 3]) await load(number, [number]);
    for (const model of ['fct_searches', 'searches_by_cell_hour']) {
      await warehouse.advance(model, 1, nothing);
      await warehouse.advance(model, 1, nothing);
      await expect(warehouse.advance(model, 2, cut)).rejects.toThrow('cut');
      await reopen();
      expect(await warehouse.progress(model)).toBeLessThanOrEqual(1);
      await warehouse.advance(model, 3, nothing);
      await warehouse.advance(model, 2, nothing);
      expect(await warehouse.progress(model)).toBe(3);
    }
    expect(await countSearches()).toBe(3);
  });

  test('a model refuses a batch that is not loaded', async () => {
    await load(1, [1]);
    await expect(warehouse.advance('fct_searches', 2, nothing)).rejects.toThrow('batch 2');
    expect(await warehouse.progress('fct_searches')).toBe(0);
  });

  test('a mart streams the rows that changed since a build, apart from those that are gone since', async () => {
    await warehouse.load(
      { ...SEARCHES, number: 1, rows: [searchRow(1), searchRow(2, { cell: THERE })] },
      nothing,
    );
    expect(await countSearches()).toBe(2);
    await load(2, [3]);
    expect(await countSearches()).toBe(3);
    const here = { cell: HERE, search_count: 2, is_gone: false };
    expect(await streamed(1, true)).toEqual([]);
    expect(await streamed(1, false)).toEqual([here]);
    expect(await streamed(2, false)).toEqual([]);
    await build('2026-12-24T10:30:00.000000Z');
    const gone = [
      { ...here, is_gone: true },
      { cell: THERE, search_count: 1, is_gone: true },
    ];
    expect(await streamed(2, true)).toEqual(gone.sort((a, b) => (a.cell < b.cell ? -1 : 1)));
    expect(await streamed(0, false)).toEqual([]);
  });

  test('a build that is cut off can be repeated, and contains what was loaded since', async () => {
    await load(1, [1]);
    expect(await countSearches()).toBe(1);
    const before = await warehouse.state();
    await load(2, [2]);
    await advanceAll();
    await expect(build(AS_OF, cut)).rejects.toThrow('cut');
    await reopen();
    const loaded = batchesOf({ search_log: 2 });
    expect(await warehouse.state()).toEqual({ ...before, loaded });
    await load(3, [3]);
    await advanceAll();
    await build();
    const { built } = await warehouse.state();
    expect(built).toEqual({
      build: before.built.build + 1,
      asOf: AS_OF,
      batches: batchesOf({ search_log: 3 }),
    });
    expect(await streamed(before.built.build, false)).toEqual([
      { cell: HERE, search_count: 3, is_gone: false },
    ]);
  });

  test('a check returns the rows that break its promise, and no others', async () => {
    const rows = [searchRow(1), searchRow(1, { tx: 8 })];
    await warehouse.load({ ...SEARCHES, number: 1, rows }, nothing);
    await advanceAll();
    await build();
    const checked = { asOf: AS_OF, seen: batchesOf({}) };
    const broken = [];
    for (const name of warehouse.contents.checks)
      if ((await warehouse.check(name, checked)).length > 0) broken.push(name);
    expect(broken).toEqual(['facts_hold_each_row_once']);
    expect(await warehouse.check('facts_hold_each_row_once', checked)).toHaveLength(1);
  });

  test('a mart that is not stored is computed as of the given instant', async () => {
    const recent = Array.from({ length: 10 }, (_, i) =>
      searchRow(i + 2, { at: '2026-11-21T10:20:00Z' }),
    );
    const lastWeek = searchRow(1, { at: '2026-11-14T10:10:00Z' });
    await warehouse.load({ ...SEARCHES, number: 1, rows: [lastWeek, ...recent] }, nothing);
    await advanceAll();
    expect(await warehouse.read('search_surges', AS_OF)).toMatchObject([{ surgePct: 150 }]);
    expect(await warehouse.read('search_surges', '2026-11-21T11:30:00Z')).toEqual([]);
    expect(await warehouse.read('search_surges', null)).toEqual([]);
  });

  test('after a rest everything is there, and can be computed', async () => {
    await load(1, [1]);
    const before = await warehouse.state();
    await warehouse.rest();
    expect(await warehouse.state()).toEqual(before);
    await load(2, [2]);
    await countSearches();
    expect(await warehouse.watermark('search_log')).toMatchObject({ batch: 2 });
  });

  test('the state is there when the warehouse is opened again', async () => {
    const atFirst = {
      cluster: '',
      loaded: batchesOf({}),
      built: { build: 0, asOf: null, batches: batchesOf({}) },
      published: { publicationId: '', build: 0, batches: batchesOf({}) },
    };
    expect(await warehouse.state()).toEqual(atFirst);
    await warehouse.claim('a database');
    await load(1, [1]);
    await countSearches();
    await warehouse.published('a publication');
    await warehouse.published('a publication');
    await load(2, [2]);
    await countSearches();
    await load(3, [3]);
    const later = '2026-11-21T10:59:00.000000Z';
    await warehouse.holdsAt(later);
    await reopen();
    expect(await warehouse.state()).toEqual({
      cluster: 'a database',
      loaded: batchesOf({ search_log: 3 }),
      built: { build: 2, asOf: later, batches: batchesOf({ search_log: 2 }) },
      published: {
        publicationId: 'a publication',
        build: 1,
        batches: batchesOf({ search_log: 1 }),
      },
    });
    await warehouse.startOver('a test');
    expect(await warehouse.state()).toEqual(atFirst);
    expect(await warehouse.watermark('search_log')).toEqual({ tx: '0', id: '0', batch: 0 });
    expect(await countSearches()).toBe(0);
  });

  test('after a failure the warehouse is opened again with all its rows', async () => {
    await load(1, [1]);
    expect(await warehouse.isInPlace()).toBe(true);
    expect(await warehouse.recover(new Error('anything'))).toBe(false);
    expect(await countFacts()).toBe(1);
  });

  test('concurrent calls run one after another, and one that fails does not stop the others', async () => {
    const checked = { asOf: AS_OF, seen: batchesOf({}) };
    const results = await Promise.allSettled([
      load(1, [1]),
      warehouse.check('no_such_check', checked),
      load(2, [2]),
      warehouse.watermark('search_log'),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(results[3]).toMatchObject({ value: { id: '2', batch: 2 } });
  });
}
