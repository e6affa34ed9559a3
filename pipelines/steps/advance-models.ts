import type { Model } from '../../src/stores/warehouse/warehouse.ts';
import type { RefreshContext } from '../step.ts';

/** Batches that are added in one call: bounds memory and time after a long pause. */
const WINDOW_BATCHES = 50;

/**
 * Adds to each model the batches of its source up to the newest, one model after another. Returns
 * how many rows were written.
 */
export async function advanceModels(
  { warehouse, observe, signal }: RefreshContext,
  models: readonly Model[],
): Promise<number> {
  let rowCount = 0;
  for (const { name, source } of models) {
    const { batch } = await warehouse.watermark(source);
    let through = await warehouse.progress(name);
    while (through < batch) {
      signal?.throwIfAborted();
      through = Math.min(through + WINDOW_BATCHES, batch);
      rowCount += await warehouse.advance(name, through, () => observe(`${name} added`));
    }
  }
  return rowCount;
}
