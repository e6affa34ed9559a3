import type { OnWritten } from '../warehouse.ts';
import type { DuckDBSession } from './duckdb.ts';
import { findWatermark } from './load-batch.ts';
import type { Models } from './models.ts';

/** The number of the last batch that a fact or rollup contains; 0 at first. */
export async function findProgress(session: DuckDBSession, model: string): Promise<number> {
  const [found] = await session.query<{ batch: number }>('state/relations_find', { name: model });
  if (found === undefined) throw new Error(`the warehouse has no model ${model}`);
  return found.batch;
}

/**
 * Adds the missing batches up to `through` to a model, and stores its new progress. Must run within
 * a transaction. Returns how many rows were written.
 */
export async function advanceModel(
  session: DuckDBSession,
  { contents, pathOf }: Models,
  { model, through }: { model: string; through: number },
  onWritten: OnWritten,
): Promise<number> {
  const from = await findProgress(session, model);
  if (through <= from) return 0;
  const { facts, rollups, daily } = contents;
  const { source } = [...facts, ...rollups, ...daily].find(isNamed(model)) ?? {};
  const { batch } = await findWatermark(session, source ?? '');
  if (through > batch)
    throw new Error(`model ${model} cannot contain batch ${through}: ${batch} is the last loaded`);
  const rowCount = await session.run(pathOf(model), { from, through });
  await session.run('state/relations_move', { name: model, batch: through });
  onWritten();
  return rowCount;
}

function isNamed(wanted: string): (model: { name: string }) => boolean {
  return ({ name }) => name === wanted;
}
