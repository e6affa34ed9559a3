import type { ReadingPosition } from '../../read-on.ts';
import { tableOf } from '../sources.ts';
import type { QuarantineCount, QuarantinedRow } from '../warehouse.ts';
import type { DuckDBSession } from './duckdb.ts';
import type { Models } from './models/models.ts';

/** The batches (`from`, `through`] of a source. */
export type Window = { source: string; from: number; through: number };

/**
 * The raw rows of these batches that the staging views of a fact read, as far as they name the
 * actions of audit rows. So many rows at most are staged: where there are none, nothing is to be
 * added, and where as many were added, all were read.
 */
export async function countRaw(
  session: DuckDBSession,
  { stagedBy, actionsOf }: Models,
  fact: string,
  { source, from, through }: Window,
): Promise<number> {
  let rowCount = 0;
  for (const staged of stagedBy(fact)) {
    const actions = actionsOf(staged);
    const values = { from, through, table: tableOf(source), actions: JSON.stringify(actions) };
    const path = `quarantine/${actions === undefined ? 'window' : 'audit'}_count`;
    const [found] = await session.query<{ rowCount: number }>(path, values);
    rowCount += found?.rowCount ?? 0;
  }
  return rowCount;
}

/**
 * Sets aside what the staging views of a fact cannot read, and what lacks another row that the fact
 * needs. Must run in the transaction that added the same batches to the fact. Almost always these
 * gave `rowCount` rows, one for each that is staged: then all were read, and none is looked at.
 */
export async function setAside(
  session: DuckDBSession,
  { stagedBy, lackingPathOf }: Models,
  { fact, rowCount }: { fact: string; rowCount: number },
  window: Window,
): Promise<void> {
  let stagedCount = 0;
  for (const staged of stagedBy(fact)) {
    const values = { ...window, table: staged };
    const [found] = await session.query<{ rowCount: number }>('quarantine/window_count', values);
    stagedCount += found?.rowCount ?? 0;
  }
  if (stagedCount === rowCount) return;
  for (const staged of stagedBy(fact))
    await session.run('quarantine/rows_set_aside', { ...window, fact, staged });
  const lacking = lackingPathOf(fact);
  if (lacking !== undefined) await session.run(lacking, { ...window, fact });
}

/** The rows of these batches on which a statement has failed. */
export function findOdd(session: DuckDBSession, window: Window): Promise<ReadingPosition[]> {
  return session.query<ReadingPosition>('quarantine/rows_find_odd', window);
}

/**
 * Does `work` while some rows of these batches are not in their raw table. Must run within a
 * transaction.
 */
export async function withoutRows<T>(
  session: DuckDBSession,
  { source, from, through }: Window,
  positions: readonly ReadingPosition[],
  work: () => Promise<T>,
): Promise<T> {
  if (positions.length === 0) return work();
  const table = tableOf(source);
  const values = { from, through, positions: JSON.stringify(positions) };
  await session.run('quarantine/raw_hold_back', values, table);
  await session.run('quarantine/raw_take_out', {}, table);
  const result = await work();
  await session.run('quarantine/raw_give_back', {}, table);
  return result;
}

/** The rows that were set aside, those first that have waited longest. */
export function listQuarantined(
  session: DuckDBSession,
  { source, rowCountMax }: { source: string | null; rowCountMax: number },
): Promise<QuarantinedRow[]> {
  const values = { source, rowCountMax };
  return session.query<QuarantinedRow>('quarantine/rows_list', values);
}

export async function countQuarantined(session: DuckDBSession): Promise<QuarantineCount[]> {
  const found = await session.query<{
    source: string;
    fact: string;
    rowCount: number;
    readCount: bigint;
    since: string;
  }>('quarantine/rows_count');
  return found.map(({ source, fact, rowCount, readCount, since }) => ({
    ...{ source, fact, since },
    rowCount,
    readCount: Number(readCount),
  }));
}
