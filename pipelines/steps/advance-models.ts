import type { Model } from '../../src/stores/warehouse/warehouse.ts';
import type { RefreshContext } from '../step.ts';

/** Batches that are added at once, so that memory and time stay bounded after a long pause. */
const WINDOW_BATCHES = 50;

/** Brings each model up to the newest batch of its source, one after another. */
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
