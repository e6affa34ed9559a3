import { SOURCES } from '../../src/stores/warehouse/sources.ts';
import type { Model, Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import { type Failures, ModelsFailed, noFailures } from '../failures.ts';
import type { RefreshContext } from '../step.ts';

/** Batches that are added in one call: bounds memory and time after a long pause. */
const WINDOW_BATCHES = 50;

/**
 * Adds to each model the batches of its source up to the newest, one model after another. One that
 * fails does not hold up the others, only those that read it; nor is a model advanced that reads
 * another source which could not be drained. Returns how many rows were written. Throws at the end
 * when any has failed: ModelsFailed where `failures` says which.
 */
export async function advanceModels(
  context: RefreshContext & { failures?: Failures },
  models: readonly Model[],
): Promise<number> {
  const { warehouse, log, signal, failures = noFailures() } = context;
  const { loaded } = await warehouse.state();
  let rowCount = 0;
  let failed: unknown;
  for (const model of models) {
    if (isHeldUp(warehouse, model, failures)) {
      failures.waiting.add(model.name);
      continue;
    }
    try {
      rowCount += await advanceModel(context, model, loaded[model.source] ?? 0);
    } catch (error) {
      signal?.throwIfAborted();
      log.error({ err: error, model: model.name }, 'a model of the warehouse failed');
      failures.failed.set(model.name, error);
      failed ??= error;
    }
  }
  if (failed !== undefined) throw context.failures ? new ModelsFailed(failed) : failed;
  return rowCount;
}

async function advanceModel(
  { warehouse, observe, signal }: RefreshContext,
  { name }: Model,
  batch: number,
): Promise<number> {
  let through = await warehouse.progress(name);
  let rowCount = 0;
  while (through < batch) {
    signal?.throwIfAborted();
    through = Math.min(through + WINDOW_BATCHES, batch);
    rowCount += await warehouse.advance(name, through, () => observe(`${name} added`));
  }
  return rowCount;
}

/** Its rows could lack something for ever: for example, counts of a lot that is not known yet. */
function isHeldUp({ contents }: Warehouse, { source, reads }: Model, failures: Failures): boolean {
  const { facts, rollups, daily } = contents;
  const read = [...facts, ...rollups, ...daily].filter(({ name }) => reads.includes(name));
  const others = read.map((other) => other.source).filter((other) => other !== source);
  const drains = SOURCES.filter(({ name }) => others.includes(name)).map(({ step }) => step);
  return [...reads, ...drains].some(failures.has);
}
