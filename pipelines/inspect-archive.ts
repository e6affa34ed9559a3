import type { ArchiveFile } from './archive-files.ts';
import type { RefreshContext } from './step.ts';

/**
 * Looks whether files of the archive are there and as they were written, and stores what is wrong.
 * Reads all of a file only when `isThorough`, and when something was wrong with it before. Returns
 * the files that are damaged.
 */
export async function inspectArchive(
  { db, warehouse, log }: RefreshContext,
  files: readonly ArchiveFile[],
  { isThorough }: { isThorough: boolean },
): Promise<ArchiveFile[]> {
  const damaged: ArchiveFile[] = [];
  for (const file of files) {
    const { fileName, source, rowCount } = file;
    const found = await warehouse.inspect(file, isThorough || file.damage !== null);
    const damage = found ?? null;
    if (damage !== null) damaged.push({ ...file, damage });
    if (damage === file.damage) continue;
    await db.query('archive_files_mark', { fileName, damage });
    if (damage === null) log.info({ fileName }, 'a file of the archive is undamaged again');
    else log.error({ fileName, source, rowCount, damage }, 'a file of the archive is damaged');
  }
  return damaged;
}
