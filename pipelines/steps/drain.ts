import type { TextRow } from '../../src/stores/duckdb.ts';
import type { Source, Watermark } from '../../src/stores/warehouse.ts';
import type { RefreshContext } from '../step.ts';

/** What a drain reads and where it puts it. The first two columns are the position. */
export type Drain = {
  source: Source;
  table: string;
  read(after: Watermark, rowCountMax: number): Promise<TextRow[]>;
  beforeCommit(): void;
};

/** Rows per transaction: about 10 MB of audit rows. */
const BATCH_ROWS = 20_000;

/**
 * Loads every row after the watermark, batch by batch, each with the watermark that it moves: what
 * is loaded is never read again, what is not loaded is read next time. The next batch is read while
 * one is loaded. Returns how many rows were loaded.
 */
export async function drain(context: RefreshContext, from: Drain): Promise<number> {
  const { warehouse, signal } = context;
  let watermark = await warehouse.watermark(from.source);
  let rowCount = 0;
  let rows = await from.read(watermark, BATCH_ROWS);
  while (rows.length > 0) {
    signal?.throwIfAborted();
    watermark = after(watermark, rows);
    const next = rows.length < BATCH_ROWS ? Promise.resolve([]) : from.read(watermark, BATCH_ROWS);
    const loaded = warehouse.load({ ...from, rows, watermark }, from.beforeCommit);
    rowCount += rows.length;
    [rows] = await Promise.all([next, loaded]);
  }
  return rowCount;
}

function after(watermark: Watermark, rows: readonly TextRow[]): Watermark {
  const [tx, id] = rows.at(-1) ?? [];
  if (!tx || !id) throw new Error('a drained row has no position');
  return { tx, id, batch: watermark.batch + 1 };
}
