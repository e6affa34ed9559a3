import { isAfter } from '../../src/stores/read-on.ts';
import { SOURCES, type Source } from '../../src/stores/warehouse/sources.ts';
import { type ArchiveFile, findSearchStart, listArchiveFiles } from '../archive-files.ts';
import { inspectArchive } from '../inspect-archive.ts';
import type { RefreshContext } from '../step.ts';
import { drain } from './drain.ts';

/**
 * Brings rows back from the archive that a new warehouse, or a model that has changed, still has to
 * read. The drains then continue after them. In place of a damaged file, what PostgreSQL still has
 * of it is drained. Returns how many rows came back.
 */
export async function loadArchive(context: RefreshContext): Promise<number> {
  const { db, warehouse } = context;
  const archive = await listArchiveFiles(db);
  await inspectArchive(context, [...archive.values()].flat(), { isThorough: false });
  let rowCount = 0;
  for (const source of SOURCES) {
    const loaded = await load(context, source, archive.get(source.name) ?? []);
    if (loaded === 'start over') {
      const { cluster } = await warehouse.state();
      await warehouse.startOver('its archive is damaged, and the database still has the rows');
      await warehouse.claim(cluster);
      return loadArchive(context);
    }
    rowCount += loaded;
  }
  return rowCount;
}

async function load(
  context: RefreshContext,
  source: Source,
  files: readonly ArchiveFile[],
): Promise<number | 'start over'> {
  const { warehouse, observe, signal, db, log } = context;
  if (files.length === 0) return 0;
  const { batch } = await warehouse.watermark(source.name);
  const lacksRows = await warehouse.lacksPacked(source.name);
  let rowCount = 0;
  for (const file of files) {
    const isLoaded = file.lastBatch <= batch;
    if (isLoaded && !lacksRows) continue;
    signal?.throwIfAborted();
    const damaged = await inspectArchive(context, [file], { isThorough: true });
    if (damaged.length === 0) {
      rowCount += await warehouse.unpack(file, () => observe('load-archive unpacked'));
      continue;
    }
    if (isLoaded && (await isInPostgres(db, file))) return 'start over';
    const drained = isLoaded ? 0 : await drain(context, source, file.last);
    await warehouse.leaveOut(file);
    rowCount += drained;
    const missing = file.rowCount - drained;
    if (missing > 0)
      log.error({ fileName: file.fileName, missing }, 'rows are missing: their file is damaged');
  }
  return rowCount;
}

/** Whether PostgreSQL has every row of a file. Only searches are ever dropped there. */
export async function isInPostgres(
  db: RefreshContext['db'],
  { source, first }: Pick<ArchiveFile, 'source' | 'first'>,
): Promise<boolean> {
  return source !== 'search_log' || isAfter(first, await findSearchStart(db));
}
