import { SOURCES } from '../../src/stores/warehouse/sources.ts';
import { type ArchiveFile, addArchiveFile, endOf, listArchiveFiles } from '../archive-files.ts';
import { findDueDays } from '../due-days.ts';
import type { PackSizes, StepContext } from '../step.ts';

/**
 * The rows of a file: about 100 MB of audit rows. Fewer stay in the warehouse, so that there are
 * few files; more wait for the next refresh, so that it is not late.
 */
const PACK_ROWS = 250_000;

const SIZES: PackSizes = { rowCountMin: PACK_ROWS, rowCountMax: PACK_ROWS };

/**
 * Packs the rows of a damaged file again, if the warehouse has drained all of them again. Returns
 * how many there were.
 */
async function replaceFile(
  { db, warehouse, log }: Pick<StepContext, 'db' | 'warehouse' | 'log'>,
  { source, firstBatch, lastBatch, rowCount, fileName: damagedName }: ArchiveFile,
): Promise<number> {
  const file = await warehouse.pack(
    {
      source,
      after: firstBatch - 1,
      through: lastBatch,
      rowCountMin: rowCount,
      rowCountMax: rowCount,
    },
    () => undefined,
  );
  if (file === undefined) return 0;
  await db.query('archive_files_replace', {
    damagedName,
    fileName: file.fileName,
    byteCount: file.byteCount,
    sha256: file.sha256,
  });
  log.warn({ damagedName, fileName: file.fileName }, 'a damaged file of the archive was replaced');
  return rowCount;
}

/**
 * Moves raw rows that no model reads again into the archive: those of batches that were published.
 * Searches that are to be dropped in PostgreSQL are packed however few they are. A file counts from
 * the moment at which PostgreSQL knows it. Returns how many rows were packed.
 */
export async function packRows({
  db,
  warehouse,
  observe,
  signal,
  log,
  packSizes = SIZES,
}: StepContext): Promise<number> {
  const archive = await listArchiveFiles(db);
  let rowCount = 0;
  for (const { name } of SOURCES) {
    signal?.throwIfAborted();
    const files = archive.get(name) ?? [];
    const end = endOf(files);
    for (const damaged of files.filter(({ damage }) => damage !== null))
      rowCount += await replaceFile({ db, warehouse, log }, damaged);
    // What an earlier call packed and did not remove.
    if (files.length > 0)
      await warehouse.forget(name, end.batch, () => observe('pack-rows forgotten'));
    const isUrgent = name === 'search_log' && (await findDueDays(db, end)) === 'not packed';
    const file = await warehouse.pack(
      { source: name, after: end.batch, ...packSizes, ...(isUrgent && { rowCountMin: 1 }) },
      () => observe('pack-rows written'),
    );
    if (file === undefined) continue;
    observe('pack-rows packed');
    await addArchiveFile(db, file);
    observe('pack-rows recorded');
    await warehouse.forget(name, file.lastBatch, () => observe('pack-rows forgotten'));
    rowCount += file.rowCount;
  }
  return rowCount;
}
