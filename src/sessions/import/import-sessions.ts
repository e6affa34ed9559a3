import {
  type CsvImport,
  type ImportedRows,
  importCsv,
  type RowKind,
} from '../../lots/import/import-csv.ts';
import type { Querier } from '../../stores/postgres.ts';
import { type FinishedStay, importStays } from './import-stays.ts';
import { COLUMNS, type Column, readStay } from './read-stay.ts';

/**
 * Imports finished stays from CSV with the header `lot_ref,plate,started_at,ended_at,amount`: the
 * operator's own references of its lots, RFC 3339 instants, the amount in units of the lot's
 * currency. Importing the same file again changes nothing; a stay whose end or amount differs from
 * that of a stored stay with the same lot, plate and start is rejected. Errors are those of
 * importCsv.
 */
export function importSessions(db: Querier, input: CsvImport): Promise<ImportedRows> {
  const { livemode } = input;
  const stays: RowKind<FinishedStay, Column> = {
    columns: COLUMNS,
    read: readStay,
    write: (rows) => importStays(db, { livemode, actorId: 'import sessions', stays: rows }),
    differs: {
      field: 'started_at',
      reason: 'is when another stay of this plate on this lot began, with another end or amount',
    },
  };
  return importCsv(db, input, stays);
}
