import type { Source } from '../../src/stores/warehouse.ts';
import type { RefreshContext } from '../step.ts';

/** A statement that adds a window of batches to a table of the same name. */
export type Model = { name: string; source: Source };

/** Batches per transaction, so that memory and time of each stay bounded after a long pause. */
const WINDOW_BATCHES = 50;

/** Brings each model up to the newest batch of its source, one after another. */
export async function advanceModels(
  { warehouse, observe, signal }: RefreshContext,
  models: readonly Model[],
): Promise<number> {
  let rowCount = 0;
  for (const { name, source } of models) {
    const { batch } = await warehouse.watermark(source);
    let from = await warehouse.progress(name);
    while (from < batch) {
      signal?.throwIfAborted();
      const through = Math.min(from + WINDOW_BATCHES, batch);
      rowCount += await warehouse.advance(name, { from, through }, () => observe(`${name} added`));
      from = through;
    }
  }
  return rowCount;
}
