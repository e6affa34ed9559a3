import type { Postgres, Querier } from '../src/stores/postgres.ts';
import type { Damage, PackedFile, Position, Watermark } from '../src/stores/warehouse/warehouse.ts';

/** A file of the archive as PostgreSQL knows it, with what was found wrong with it last. */
export type ArchiveFile = PackedFile & { damage: Damage | null };

type Row = {
  source: string;
  first_batch: number;
  last_batch: number;
  first_tx: string;
  first_id: string;
  last_tx: string;
  last_id: string;
  row_count: number;
  file_name: string;
  byte_count: number;
  sha256: string;
  damage: Damage | null;
};

/** All files of the archive by source, in the order of their rows. */
export async function listArchiveFiles(db: Postgres): Promise<Map<string, ArchiveFile[]>> {
  const rows = await db.query<Row>('archive_files_list');
  const files = rows.map((row) => ({
    source: row.source,
    firstBatch: row.first_batch,
    lastBatch: row.last_batch,
    first: { tx: row.first_tx, id: row.first_id },
    last: { tx: row.last_tx, id: row.last_id },
    rowCount: row.row_count,
    fileName: row.file_name,
    byteCount: row.byte_count,
    sha256: row.sha256,
    damage: row.damage,
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
    first_batch: file.firstBatch,
    last_batch: file.lastBatch,
    first_tx: file.first.tx,
    first_id: file.first.id,
    last_tx: file.last.tx,
    last_id: file.last.id,
    row_count: file.rowCount,
    file_name: file.fileName,
    byte_count: file.byteCount,
    sha256: file.sha256,
  });
}

/** The last position of all searches that were dropped from PostgreSQL; zeros when none were. */
export async function findSearchStart(db: Querier): Promise<Position> {
  const [start] = await db.query<Position>('search_log_find_start');
  if (start === undefined) throw new Error('the database does not say where its searches begin');
  return start;
}
