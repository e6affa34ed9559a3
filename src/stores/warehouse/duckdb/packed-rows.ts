import { join } from 'node:path';
import { tableOf } from '../sources.ts';
import type {
  Contents,
  OnWritten,
  PackedFile,
  PackedRows,
  PackRequest,
  Watermark,
} from '../warehouse.ts';
import { findProgress } from './advance-model.ts';
import { createFile } from './archive-directory.ts';
import type { DuckDBSession } from './duckdb.ts';
import { findWatermark } from './load-batch.ts';
import { readState } from './read-state.ts';
import { withThreadsAsNeeded } from './run-in-parts.ts';

type Found = { batch: number | null };
type Described = {
  firstBatch: number;
  lastBatch: number;
  firstTx: string;
  firstId: string;
  lastTx: string;
  lastId: string;
  rowCount: number;
};

/** Writes the next batches of a source into a new file of the directory. */
export async function packRows(
  session: DuckDBSession,
  contents: Contents,
  directory: string,
  { source, after, through: wanted, rowCountMin, rowCountMax }: PackRequest,
  onWritten: OnWritten,
): Promise<PackedFile | undefined> {
  const table = tableOf(source);
  const settled = await findSettled(session, contents, source);
  const last = Math.min(wanted ?? settled, settled);
  if (last <= after) return undefined;
  const [found] = await session.query<Found>('archive/packable_find', {
    table,
    after,
    through: last,
    rowCountMin,
    rowCountMax,
  });
  const through = found?.batch ?? null;
  if (through === null) return undefined;
  const bytes = await createFile(
    directory,
    source,
    async (path) => {
      const values = { table, after, through, path };
      await withThreadsAsNeeded(session, () => session.run('archive/raw_pack', values));
    },
    onWritten,
  );
  const rows = await describeRows(session, source, join(directory, bytes.fileName));
  return { ...rows, ...bytes };
}

/** Removes packed rows that no model reads again. Must run within a transaction. */
export async function forgetRows(
  session: DuckDBSession,
  contents: Contents,
  { source, through }: { source: string; through: number },
  onWritten: OnWritten,
): Promise<number> {
  const settled = await findSettled(session, contents, source);
  const values = { through: Math.min(through, settled) };
  const rowCount = await session.run('archive/raw_forget', values, tableOf(source));
  if (rowCount > 0) onWritten();
  return rowCount;
}

/** Adds the batches of a file that the raw table lacks. Must run within a transaction. */
export async function unpackRows(
  session: DuckDBSession,
  directory: string,
  file: PackedFile,
  onWritten: OnWritten,
): Promise<number> {
  const path = join(directory, file.fileName);
  const rowCount = await session.run('archive/raw_unpack', { path }, tableOf(file.source));
  await moveTo(session, file);
  onWritten();
  return rowCount;
}

/** Moves the watermark to the end of packed rows, unless it is there. Runs in a transaction. */
export async function moveTo(
  session: DuckDBSession,
  { source, last, lastBatch }: PackedRows,
): Promise<void> {
  if ((await findWatermark(session, source)).batch < lastBatch)
    await session.run('state/watermarks_move', { source, ...last, batch: lastBatch });
}

/** Whether a fact has yet to read batches that the raw table no longer has. */
export async function lacksPacked(
  session: DuckDBSession,
  contents: Contents,
  source: string,
): Promise<boolean> {
  const progress = await progressOfFacts(session, contents, source);
  return Math.min(...progress) + 1 < (await findFirst(session, source));
}

/** Whether the raw rows continue an archive that ends with this batch at this position. */
export async function continuesAfter(
  session: DuckDBSession,
  source: string,
  { tx, id, batch }: Watermark,
): Promise<boolean> {
  const [found] = await session.query<{ oddCount: number; nextBatch: number | null }>(
    'archive/raw_continues',
    { table: tableOf(source), tx, id, batch },
  );
  const watermark = await findWatermark(session, source);
  if (found?.oddCount !== 0) return false;
  if (found.nextBatch !== null) return found.nextBatch === batch + 1;
  return watermark.batch === batch && watermark.tx === tx && watermark.id === id;
}

/** The last batch that was published and that all facts contain: no model reads it again. */
async function findSettled(
  session: DuckDBSession,
  contents: Contents,
  source: string,
): Promise<number> {
  const { published } = await readState(session);
  const progress = await progressOfFacts(session, contents, source);
  return Math.min(published.batches[source] ?? 0, ...progress);
}

async function progressOfFacts(
  session: DuckDBSession,
  { facts }: Contents,
  source: string,
): Promise<number[]> {
  const progress: number[] = [];
  for (const fact of facts)
    if (fact.source === source) progress.push(await findProgress(session, fact.name));
  return progress;
}

/** The first batch whose rows are in the raw table; the next one to be loaded when it is empty. */
async function findFirst(session: DuckDBSession, source: string): Promise<number> {
  const [first] = await session.query<Found>('archive/raw_find_first', { table: tableOf(source) });
  return first?.batch ?? (await findWatermark(session, source)).batch + 1;
}

async function describeRows(
  session: DuckDBSession,
  source: string,
  path: string,
): Promise<PackedRows> {
  const [found] = await session.query<Described>('archive/packed_describe', { path });
  if (found === undefined) throw new Error('a file of the archive does not say what it holds');
  return {
    source,
    firstBatch: found.firstBatch,
    lastBatch: found.lastBatch,
    first: { tx: found.firstTx, id: found.firstId },
    last: { tx: found.lastTx, id: found.lastId },
    rowCount: found.rowCount,
  };
}
