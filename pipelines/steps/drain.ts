import { isAfter, positionOf, type ReadingPosition } from '../../src/stores/read-on.ts';
import type { Source } from '../../src/stores/warehouse/sources.ts';
import type { TextRow } from '../../src/stores/warehouse/warehouse.ts';
import type { RefreshContext } from '../step.ts';

/** The most rows of a batch: about 10 MB of audit rows. */
const BATCH_ROWS = 20_000;

/**
 * Loads every row of a source after its watermark, batch by batch, or only those up to `through`.
 * Each batch moves the watermark, so the next drain continues after the last loaded row. While a
 * batch is loaded, the next one is read. Returns how many rows were loaded.
 */
export async function drain(
  { db, warehouse, observe, signal }: RefreshContext,
  { name, read, table, step }: Source,
  through?: ReadingPosition,
): Promise<number> {
  const readAfter = async ({ tx, id }: ReadingPosition): Promise<TextRow[]> => {
    const rows = await db.readTexts(read, { tx, id, rowCountMax: BATCH_ROWS });
    return through === undefined ? rows : rows.filter((row) => !isAfter(positionOf(row), through));
  };
  const watermark = await warehouse.watermark(name);
  let number = watermark.batch;
  let rowCount = 0;
  let rows = await readAfter(watermark);
  while (rows.length > 0) {
    signal?.throwIfAborted();
    const next =
      rows.length < BATCH_ROWS ? Promise.resolve([]) : readAfter(positionOf(rows.at(-1)));
    number += 1;
    const batch = { source: name, table, number, rows };
    const loaded = warehouse.load(batch, () => observe(`${step} appended`));
    rowCount += rows.length;
    [rows] = await Promise.all([next, loaded]);
  }
  return rowCount;
}
