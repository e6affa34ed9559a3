import { linesOf, refuseCellsTooMany } from '../../kit/tables/csv-lines.ts';
import { missingColumns, nameColumns } from '../../kit/tables/name-columns.ts';
import type { Table } from '../../kit/tables/open-table.ts';
import { readAsOf, valuesOf } from '../lots/csv-cells.ts';
import {
  type CsvContext,
  type CsvDatabase,
  type CsvImport,
  type ImportedRows,
  importCsv,
  type OpenRows,
  type RowKind,
} from '../lots/import-csv.ts';
import { type FinishedStay, importStays } from './import-stays.ts';
import { COLUMNS, readStay, STAY_HEADERS } from './read-stay.ts';

/**
 * Imports finished stays from CSV with the columns `lot_ref,plate,started_at,ended_at,amount`, or
 * others that are understood or mapped: the operator's own references of its lots, instants, the
 * amount in units of the lot's currency. Importing the same file again changes nothing; a stay
 * whose end or amount differs from that of a stored stay with the same lot, plate and start is
 * rejected. Errors are those of importCsv.
 */
export function importSessions(db: CsvDatabase, input: CsvImport): Promise<ImportedRows> {
  const { livemode } = input;
  const stays: RowKind<FinishedStay> = {
    open: openStays,
    // Plates, and names of drivers in columns that are left out, are nobody else's business.
    isShown: false,
    write: (writing, rows) =>
      importStays(writing, { livemode, actorId: 'import sessions', stays: rows }),
    differs: {
      field: 'started_at',
      reason: 'is the start of another stay of this plate on this lot, with another end or amount',
    },
  };
  return importCsv(db, input, stays);
}

function openStays(table: Table, context: CsvContext): OpenRows<FinishedStay> {
  const { header } = table;
  const named = nameColumns(header, STAY_HEADERS, context.map);
  const missing = COLUMNS.filter((column) => !named.has(column));
  if (missing.length > 0) throw missingColumns(missing, header);

  async function* rows() {
    for await (const { line, cells, all } of linesOf(table, named))
      yield {
        line,
        lotRef: cells.lot_ref ?? '',
        values: valuesOf(header, all),
        read() {
          refuseCellsTooMany(all, header);
          return readStay({ cells, named }, context);
        },
      };
  }
  return { readAs: readAsOf(named), rows: rows(), warnings: () => [] };
}
