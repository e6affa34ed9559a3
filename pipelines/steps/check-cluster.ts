import { SOURCES } from '../../src/stores/warehouse/sources.ts';
import type { Warehouse } from '../../src/stores/warehouse/warehouse.ts';
import { type ArchiveFile, endOf, listArchiveFiles } from '../archive-files.ts';
import type { RefreshContext } from '../step.ts';

/**
 * Makes sure that the warehouse holds only rows of this database, and continues the archive that
 * this database knows. It is emptied when it was filled from another database, when the database
 * was restored to a state before the last drained row, and when its own file is an older copy.
 */
export async function checkCluster({ db, warehouse }: RefreshContext): Promise<number> {
  if (!(await warehouse.isInPlace())) await warehouse.startOver('its file was removed');
  const audit = await warehouse.watermark('audit_log');
  const search = await warehouse.watermark('search_log');
  const state = await warehouse.state();
  const [found] = await db.query<{ cluster: string; isKnown: boolean }>('cluster_identify', {
    tx: audit.tx,
    auditId: audit.id,
    searchTx: search.tx,
    searchId: search.id,
  });
  if (found === undefined) throw new Error('the database returned no identity');
  const isSame = state.cluster === found.cluster;
  if (isSame && found.isKnown && (await continuesArchive({ db, warehouse }))) return 0;
  if (state.cluster !== '')
    await warehouse.startOver(
      !isSame
        ? 'it was filled from another database'
        : found.isKnown
          ? 'it does not continue its archive'
          : 'the database no longer holds what was drained last',
    );
  await warehouse.claim(found.cluster);
  return 0;
}

/** Whether the warehouse holds of each source what comes after the archive, or is being filled. */
async function continuesArchive({
  db,
  warehouse,
}: Pick<RefreshContext, 'db' | 'warehouse'>): Promise<boolean> {
  const archive = await listArchiveFiles(db);
  for (const { name } of SOURCES)
    if (!(await continuesFiles(warehouse, name, archive.get(name) ?? []))) return false;
  return true;
}

async function continuesFiles(
  warehouse: Warehouse,
  source: string,
  files: readonly ArchiveFile[],
): Promise<boolean> {
  const end = endOf(files);
  const { batch, tx, id } = await warehouse.watermark(source);
  if (batch >= end.batch) return warehouse.continues(source, end);
  const loaded = files.find(({ lastBatch }) => lastBatch === batch);
  return batch === 0 || (loaded?.last.tx === tx && loaded.last.id === id);
}
