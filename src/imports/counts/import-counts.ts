import {
  type CsvDatabase,
  type CsvImport,
  type ImportedRows,
  importCsv,
  type RowKind,
} from '../lots/import-csv.ts';
import { openCounts } from './open-counts.ts';
import type { Count, Counted } from './read-count.ts';

/**
 * Imports counts of vehicles from CSV with the columns `lot_ref,at,occupied`, others that are
 * understood or mapped, or a column for each lot: the operator's own references of its lots,
 * instants, whole numbers of vehicles or (`counted`) of free spaces. Importing the same file again
 * changes nothing; a count that differs from the one stored for the same lot and instant is
 * rejected. What the lots show now does not change, however recent a count is. Errors are those of
 * importCsv.
 */
export function importCounts(
  db: CsvDatabase,
  input: CsvImport & { counted?: Counted | undefined },
): Promise<ImportedRows> {
  const counts: RowKind<Count> = {
    open: (table, context) => openCounts(table, context, input.counted),
    isShown: true,
    write: (writing, rows) => writeCounts(writing, input, rows),
    differs: {
      field: 'occupied',
      reason: 'differs from the count stored for this lot and instant',
    },
  };
  return importCsv(db, input, counts);
}

async function writeCounts(
  db: CsvDatabase,
  { operatorId, livemode }: CsvImport,
  counts: readonly Count[],
): Promise<{ created: number; differing: number[] }> {
  if (counts.length === 0) return { created: 0, differing: [] };
  const [written] = await db.transaction(async (connection) => {
    // So two imports at the same time write one count only once.
    await connection.query('operators_lock');
    return connection.query<{ created: number; differing: number[] }>('occupancy_counts_import', {
      operatorId,
      livemode,
      actorId: 'import occupancy',
      lotIds: counts.map(({ lotId }) => lotId),
      ats: counts.map(({ at }) => at),
      occupied: counts.map(({ occupied }) => occupied),
    });
  });
  if (written === undefined) throw new Error('the database returned no result of the write');
  return { created: written.created, differing: written.differing.map((number) => number - 1) };
}
