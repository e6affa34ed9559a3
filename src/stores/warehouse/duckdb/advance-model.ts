import type { OnWritten, Position } from '../warehouse.ts';
import type { DuckDBSession } from './duckdb.ts';
import { findWatermark } from './load-batch.ts';
import type { Models } from './models.ts';
import { findOdd, setAside, type Window, withoutRows } from './quarantine.ts';

/** The number of the last batch that a fact or rollup contains; 0 at first. */
export async function findProgress(session: DuckDBSession, model: string): Promise<number> {
  const [found] = await session.query<{ batch: number }>('state/relations_find', { name: model });
  if (found === undefined) throw new Error(`the warehouse has no model ${model}`);
  return found.batch;
}

/**
 * Adds the missing batches up to `through` to a model, and stores its new progress. What staging
 * cannot read of them is set aside. Must run within a transaction. Returns how many rows were
 * written.
 */
export async function advanceModel(
  session: DuckDBSession,
  models: Models,
  { model, through }: { model: string; through: number },
  onWritten: OnWritten,
): Promise<number> {
  const from = await findProgress(session, model);
  if (through <= from) return 0;
  const source = models.sourceOf(model);
  const { batch } = await findWatermark(session, source);
  if (through > batch)
    throw new Error(`model ${model} cannot contain batch ${through}: ${batch} is the last loaded`);
  const rowCount = await addBatches(session, models, model, { source, from, through });
  await session.run('state/relations_move', { name: model, batch: through });
  onWritten();
  return rowCount;
}

/** Adds batches to a model, without noting its progress. `odd`: rows to do without. */
export async function addBatches(
  session: DuckDBSession,
  models: Models,
  model: string,
  window: Window,
  odd: readonly Position[] = [],
): Promise<number> {
  const { from, through } = window;
  const add = () => session.run(models.pathOf(model), { from, through });
  if (models.stagedBy(model).length === 0) return add();
  const known = await findOdd(session, window);
  return withoutRows(session, window, [...known, ...odd], async () => {
    const rowCount = await add();
    await setAside(session, models, { fact: model, rowCount }, window);
    return rowCount;
  });
}
