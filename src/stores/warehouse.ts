import type { Logger } from 'pino';
import type { TextRow, Values } from './duckdb.ts';
import {
  createWarehouseFile,
  isDamage,
  isInPlace,
  openWarehouseFile,
  type WarehouseFile,
} from './warehouse-file.ts';

/** An append-only table of Postgres that is drained into a raw table. */
export type Source = 'audit_log' | 'search_log';

/** The last row drained of a source, as Postgres orders rows, and the number of its batch. */
export type Watermark = { tx: string; id: string; batch: number };

/** The batches after `from`, up to and including `through`. */
export type Window = { from: number; through: number };

export type WarehouseState = {
  /** The database that the warehouse was filled from; empty while it is new. */
  cluster: string;
  /** The newest making of the marts, the batches in it and its instant (null: none yet). */
  build: number;
  audit_batch: number;
  search_batch: number;
  as_of: string | null;
  /** What readers were last given: empty and zeros while they were given nothing. */
  publication_id: string;
  published_build: number;
  published_audit_batch: number;
  published_search_batch: number;
};

/**
 * A making of the marts: its number, the batches that it contains and its instant. Only what the
 * batches after `*_built` touch is made anew: everything when they are 0.
 */
export type Build = {
  build: number;
  audit_batch: number;
  search_batch: number;
  as_of: string;
  audit_built: number;
  search_built: number;
};

/** Called as the last act of a transaction. */
export type BeforeCommit = () => void;

/**
 * The narrow door to the engine behind the marts. Names are paths in sql/warehouse. Each method is
 * one transaction, and they run one after another.
 */
export type Warehouse = {
  state(): Promise<WarehouseState>;
  /** Says which database the warehouse is filled from. */
  claim(cluster: string): Promise<void>;
  watermark(source: Source): Promise<Watermark>;
  /** Appends a batch to a raw table and moves the source's watermark. */
  load(
    batch: { source: Source; table: string; rows: readonly TextRow[]; watermark: Watermark },
    beforeCommit: BeforeCommit,
  ): Promise<void>;
  /** The last batch that a model contains; 0 at first. */
  progress(model: string): Promise<number>;
  /** Adds a window, which begins at its progress, to a model; returns how many rows it wrote. */
  advance(model: string, window: Window, beforeCommit: BeforeCommit): Promise<number>;
  /** Makes the marts by these statements in their order; returns how many rows they wrote. */
  build(statements: readonly string[], build: Build, beforeCommit: BeforeCommit): Promise<number>;
  /** The rows that break a promise. */
  check(name: string, values: Values): Promise<object[]>;
  /** The rows of a mart that is not kept but made anew for each reading. */
  read(name: string, values: Values): Promise<object[]>;
  /** Rows of a mart that builds after `since` wrote, as JSON: those that stand, or all. */
  stream(
    rows: { mart: string; since: number; includesGone: boolean },
    onPart: (json: string, rowCount: number) => Promise<void>,
  ): Promise<void>;
  /** Remembers that readers were given the newest build under this id. */
  published(publicationId: string): Promise<void>;
  /** False when the file was removed or replaced behind our back. */
  isInPlace(): boolean;
  /** Replaces everything by an empty warehouse. */
  startOver(reason: string): Promise<void>;
  /** After a failure: opens the file again. True when it was damaged and begins from nothing. */
  recover(error: unknown): Promise<boolean>;
  close(): Promise<void>;
};

/** Opens the file at `path`, or makes it from nothing where there is none that can be used. */
export async function openWarehouse(options: { path: string; log: Logger }): Promise<Warehouse> {
  const { path, log } = options;
  let file = await openWarehouseFile(path, log);

  async function replace(open: () => Promise<WarehouseFile>): Promise<void> {
    await file.duckdb.close();
    file = await open();
  }

  function findAll<Row extends object>(name: string, values: Values): Promise<Row[]> {
    return file.duckdb.alone((session) => session.query<Row>(name, values));
  }

  async function findOne<Row extends object>(name: string, values: Values = {}) {
    const [row] = await findAll<Row>(name, values);
    return row;
  }

  async function startOver(reason: string): Promise<void> {
    log.warn({ path, reason }, 'the warehouse starts from nothing');
    await replace(() => createWarehouseFile(path));
  }

  return {
    async state() {
      const state = await findOne<WarehouseState>('state/warehouse_state_find');
      if (state === undefined) throw new Error('the warehouse has lost its state');
      return state;
    },
    claim: (cluster) =>
      file.duckdb.transaction(async (session) => {
        await session.run('state/warehouse_state_claim', { cluster });
      }),
    watermark: async (source) =>
      (await findOne<Watermark>('state/watermarks_find', { source })) ?? {
        tx: '0',
        id: '0',
        batch: 0,
      },
    load: ({ source, table, rows, watermark }, beforeCommit) =>
      file.duckdb.transaction(async (session) => {
        await session.append(table, watermark.batch, rows);
        await session.run('state/watermarks_move', { source, ...watermark });
        beforeCommit();
      }),
    progress: async (model) =>
      (await findOne<{ batch: number }>('state/model_progress_find', { model }))?.batch ?? 0,
    advance: (model, window, beforeCommit) =>
      file.duckdb.transaction(async (session) => {
        const rowCount = await session.run(model, window);
        await session.run('state/model_progress_move', { model, batch: window.through });
        beforeCommit();
        return rowCount;
      }),
    build: (statements, build, beforeCommit) =>
      file.duckdb.transaction(async (session) => {
        let rowCount = 0;
        for (const name of statements) rowCount += await session.run(name, build);
        await session.run('state/warehouse_state_build', build);
        beforeCommit();
        return rowCount;
      }),
    check: findAll,
    read: findAll,
    stream: ({ mart, since, includesGone }, onPart) =>
      file.duckdb.alone((session) =>
        session.stream(
          includesGone ? 'state/mart_changes' : 'state/mart_rows',
          { mart, since },
          (rows) => onPart(`[${rows.join(',')}]`, rows.length),
        ),
      ),
    published: (publicationId) =>
      file.duckdb.transaction(async (session) => {
        await session.run('state/warehouse_state_publish', { publication_id: publicationId });
      }),
    isInPlace: () => isInPlace(path, file),
    startOver,
    async recover(error) {
      if (isDamage(error)) {
        await startOver('it is damaged');
        return true;
      }
      await replace(() => openWarehouseFile(path, log));
      return false;
    },
    close: () => file.duckdb.close(),
  };
}
