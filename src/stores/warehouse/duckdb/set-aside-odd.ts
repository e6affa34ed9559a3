import type { ReadingPosition } from '../../read-on.ts';
import { tableOf } from '../sources.ts';
import type { OnWritten } from '../warehouse.ts';
import { type Advance, addBatches, advanceModel, findProgress } from './advance-model.ts';
import type { DuckDB, DuckDBSession } from './duckdb.ts';
import type { Models } from './models/models.ts';
import { findOdd, type Window } from './quarantine.ts';
import { remakeChanged } from './remake-changed.ts';

/** A statement that fails on more rows of a batch than this is wrong itself. */
const ODD_ROWS_MAX = 100;

/**
 * The classes of DuckDB's errors that a value of a row can cause. Others, such as too little memory
 * or a full disk, say nothing of the rows.
 */
const ODD_VALUE = /^(Conversion|Constraint|Out of Range|Invalid Input|Mismatch Type) Error\b/;

/** Ends a transaction that was only to find out whether a statement fails. */
const TRIED = new Error('tried');

/**
 * Advances a model as `advanceModel` does, in transactions of its own. Rows that staging can read,
 * and on which the statement of a fact fails nevertheless, are found one by one and set aside, so
 * that they stop nothing else. Throws when the statement fails without any row or on too many.
 */
export async function advanceReadable(
  duckdb: DuckDB,
  models: Models,
  { model, through }: Advance,
  onWritten: OnWritten,
): Promise<number> {
  const advance = (to: number) =>
    advanceReadable(duckdb, models, { model, through: to }, onWritten);
  try {
    return await advanceModel(duckdb, models, { model, through }, onWritten);
  } catch (error) {
    if (oddValue(error) === undefined || models.stagedBy(model).length === 0) throw error;
    const from = await duckdb.alone((session) => findProgress(session, model));
    const middle = Math.floor((from + through) / 2);
    if (middle > from) return (await advance(middle)) + (await advance(through));
    await setAsideOdd(duckdb, models, { model, through }, error);
    return advance(through);
  }
}

/** Sets aside the rows of the batch `through` on which the statement of a fact fails. */
async function setAsideOdd(
  duckdb: DuckDB,
  models: Models,
  { model, through }: Advance,
  error: unknown,
): Promise<void> {
  const window = { source: models.sourceOf(model), from: through - 1, through };
  const rows = await duckdb.alone((session) => listRows(session, window));
  const failsOn = async (some: readonly ReadingPosition[]) => {
    const kept = new Set(some);
    const others = rows.filter((row) => !kept.has(row));
    try {
      return await duckdb.transaction<boolean>(async (session) => {
        await addBatches(session, models, model, window, { odd: others });
        throw TRIED;
      });
    } catch (failure) {
      if (failure !== TRIED && oddValue(failure) === undefined) throw failure;
      return failure !== TRIED;
    }
  };
  const odd = (await failsOn([])) ? [] : await findFailing(rows, failsOn);
  if (odd.length === 0 || odd.length > ODD_ROWS_MAX) throw error;
  const reason = `${model} fails on it: ${oddValue(error)}`;
  const isDone = await duckdb.transaction(async (session) => {
    await noteOdd(session, models, { model, through }, odd, reason);
    return !(await isRolledUp(session, models, { model, through }));
  });
  if (isDone) return;
  await duckdb.transaction((session) => remakeChanged(session, models, [window.source]));
  throw new Error(`${reason}. The next refresh rebuilds all facts of ${window.source}.`);
}

/** Those of the rows on which `failsOn` is true by themselves; some more than ODD_ROWS_MAX. */
async function findFailing(
  rows: readonly ReadingPosition[],
  failsOn: (rows: readonly ReadingPosition[]) => Promise<boolean>,
): Promise<ReadingPosition[]> {
  const found: ReadingPosition[] = [];
  const parts = [rows];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (found.length > ODD_ROWS_MAX) break;
    if (!(await failsOn(part))) continue;
    const middle = Math.floor(part.length / 2);
    if (middle === 0) found.push(...part);
    else parts.push(part.slice(0, middle), part.slice(middle));
  }
  return found;
}

/** Sets rows aside, and takes them out of the facts that have read them already. */
async function noteOdd(
  session: DuckDBSession,
  { contents, sourceOf }: Models,
  { model, through }: Advance,
  rows: readonly ReadingPosition[],
  reason: string,
): Promise<void> {
  const source = sourceOf(model);
  const positions = JSON.stringify(rows);
  await session.run('quarantine/rows_set_aside_odd', {
    ...{ source, table: tableOf(source), fact: model, batch: through, positions, reason },
  });
  for (const { name } of contents.facts)
    if (name !== model && sourceOf(name) === source)
      await session.run('quarantine/fact_forget', { batch: through, positions }, name);
}

/** Whether a rollup has added what facts had of a batch. */
async function isRolledUp(
  session: DuckDBSession,
  { contents, sourceOf }: Models,
  { model, through }: Advance,
): Promise<boolean> {
  for (const { name, source } of [...contents.rollups, ...contents.daily])
    if (source === sourceOf(model) && (await findProgress(session, name)) >= through) return true;
  return false;
}

/** The rows of one batch that are not set aside for this reason yet, in order. */
async function listRows(session: DuckDBSession, window: Window): Promise<ReadingPosition[]> {
  const values = { table: tableOf(window.source), batch: window.through };
  const rows = await session.query<ReadingPosition>('quarantine/raw_list_positions', values);
  const known = new Set((await findOdd(session, window)).map(({ tx, id }) => `${tx}/${id}`));
  return rows.filter(({ tx, id }) => !known.has(`${tx}/${id}`));
}

/** The class of an error that a value can cause, such as "Conversion Error". */
function oddValue(error: unknown): string | undefined {
  return error instanceof Error ? ODD_VALUE.exec(error.message)?.[0] : undefined;
}
