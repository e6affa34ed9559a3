import type { ReadingPosition } from '../../read-on.ts';
import type { OnWritten } from '../warehouse.ts';
import type { DuckDB, DuckDBSession } from './duckdb.ts';
import { findWatermark } from './load-batch.ts';
import type { Models } from './models/models.ts';
import { isOutOfMemory } from './out-of-memory.ts';
import { countRaw, findOdd, setAside, type Window, withoutRows } from './quarantine.ts';
import { PARTS_MAX, plannedParts, rememberParts } from './run-in-parts.ts';

export type Advance = { model: string; through: number };

/** `odd`: rows to do without. `easing`: how many times as many parts as planned. */
type Care = { odd?: readonly ReadingPosition[]; easing?: number };

/** The number of the last batch that a fact or rollup contains; 0 at first. */
export async function findProgress(session: DuckDBSession, model: string): Promise<number> {
  const all = await session.known<{ name: string; batch: number }>('state/relations_progress');
  const found = all.find(({ name }) => name === model);
  if (found === undefined) throw new Error(`the warehouse has no model ${model}`);
  return found.batch;
}

/**
 * Adds the missing batches up to `through` to a model, and stores its new progress with them. What
 * staging cannot read of them is set aside. When that runs out of memory, adds half as many batches
 * at a time, in smaller parts and with one thread; the next call begins with such ones. Returns how
 * many rows were written.
 */
export async function advanceModel(
  duckdb: DuckDB,
  models: Models,
  { model, through }: Advance,
  onWritten: OnWritten,
): Promise<number> {
  const { learnt, begun } = await duckdb.alone(async (session) => ({
    learnt: session.learnt,
    begun: await findProgress(session, model),
  }));
  let from = begun;
  let batchesMax = Math.max(1, Math.min(through - from, learnt.batches.get(model) ?? through));
  let rowCount = 0;
  try {
    for (let easing = 1; from < through; ) {
      const step = { model, through: Math.min(from + batchesMax, through) };
      try {
        rowCount += await duckdb.transaction((session) =>
          advanceTo(session, models, step, { easing }, onWritten),
        );
        if (easing > 1) learnt.batches.set(model, batchesMax);
        easing = 1;
        from = step.through;
      } catch (error) {
        if (!isOutOfMemory(error) || easing >= PARTS_MAX) throw error;
        await duckdb.alone(({ useThreads }) => useThreads(1));
        easing *= 2;
        batchesMax = Math.ceil(batchesMax / 2);
      }
    }
    return rowCount;
  } finally {
    await duckdb.alone(({ useThreads, resources }) => useThreads(resources.threads));
  }
}

async function advanceTo(
  session: DuckDBSession,
  models: Models,
  { model, through }: Advance,
  care: Care,
  onWritten: OnWritten,
): Promise<number> {
  const from = await findProgress(session, model);
  const source = models.sourceOf(model);
  const { batch } = await findWatermark(session, source);
  if (through > batch)
    throw new Error(`model ${model} cannot contain batch ${through}: ${batch} is the last loaded`);
  const rowCount = await addBatches(session, models, model, { source, from, through }, care);
  await session.run('state/relations_move', { name: model, batch: through });
  onWritten();
  return rowCount;
}

/** Adds batches to a model, without noting its progress. */
export async function addBatches(
  session: DuckDBSession,
  models: Models,
  model: string,
  window: Window,
  { odd = [], easing = 1 }: Care = {},
): Promise<number> {
  const add = () => addInParts(session, models.pathOf(model), window, easing);
  if (models.stagedBy(model).length === 0) return add();
  const rowCountMax = await countRaw(session, models, model, window);
  if (rowCountMax === 0) return 0;
  const known = await findOdd(session, window);
  return withoutRows(session, window, [...known, ...odd], async () => {
    const rowCount = await add();
    if (rowCount !== rowCountMax)
      await setAside(session, models, { fact: model, rowCount }, window);
    return rowCount;
  });
}

async function addInParts(
  session: DuckDBSession,
  path: string,
  { from, through }: Window,
  easing: number,
): Promise<number> {
  const values = { from, through };
  const estimatedKib = await session.memoryNeeded(path, values);
  if (estimatedKib === undefined) return session.run(path, values);
  const parts = easing * plannedParts(session, path, estimatedKib);
  let rowCount = 0;
  for (let part = 0; part < parts; part += 1)
    rowCount += await session.run(path, { ...values, part, parts });
  if (easing > 1) rememberParts(session, path, { estimatedKib, parts });
  return rowCount;
}
