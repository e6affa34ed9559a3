import type { Postgres, Querier } from '../src/stores/postgres.ts';
import type { ReadingPosition } from '../src/stores/read-on.ts';
import type { Damage, PackedFile, Watermark } from '../src/stores/warehouse/warehouse.ts';

/** A file of the archive as PostgreSQL knows it, with what was found wrong with it last. */
export type ArchiveFile = PackedFile & { damage: Damage | null };

type Row = Omit<ArchiveFile, 'first' | 'last'> & {
  firstTx: string;
  firstId: string;
  lastTx: string;
  lastId: string;
};

/** All files of the archive by source, in the order of their rows. */
export async function listArchiveFiles(db: Postgres): Promise<Map<string, ArchiveFile[]>> {
  const rows = await db.query<Row>('archive_files_list');
  const files = rows.map(({ firstTx, firstId, lastTx, lastId, ...file }) => ({
    ...file,
    first: { tx: firstTx, id: firstId },
    last: { tx: lastTx, id: lastId },
  }));
  return Map.groupBy(files, ({ source }) => source);
}

/** Where the archive of a source ends: zeros when it has no file. */
export function endOf(files: readonly ArchiveFile[]): Watermark {
  const file = files.at(-1);
  return file === undefined
    ? { tx: '0', id: '0', batch: 0 }
    : { ...file.last, batch: file.lastBatch };
}

/** From here on the rows of the file count as those of the archive. */
export async function addArchiveFile(db: Querier, file: PackedFile): Promise<void> {
  await db.query('archive_files_insert', {
    source: file.source,
    firstBatch: file.firstBatch,
    lastBatch: file.lastBatch,
    firstTx: file.first.tx,
    firstId: file.first.id,
    lastTx: file.last.tx,
    lastId: file.last.id,
    rowCount: file.rowCount,
    fileName: file.fileName,
    byteCount: file.byteCount,
    sha256: file.sha256,
  });
}

/** The last position of all searches that were dropped from PostgreSQL; zeros when none were. */
export async function findSearchStart(db: Querier): Promise<ReadingPosition> {
  const [start] = await db.query<ReadingPosition>('search_log_find_start');
  if (start === undefined) throw new Error('the database returned no start of its searches');
  return start;
}
