import type { Readable } from 'node:stream';
import { type CsvLine, linesOf } from '../../src/kit/tables/csv-lines.ts';
import { missingColumns } from '../../src/kit/tables/name-columns.ts';
import { openTable } from '../../src/kit/tables/open-table.ts';

/** The lines of a CSV file whose header has these columns. Throws BAD_REQUEST for any other. */
export async function* readCsvLines<Column extends string>(
  csv: Readable,
  columns: readonly Column[],
): AsyncGenerator<CsvLine<Column>> {
  const table = await openTable(csv);
  const missing = columns.filter((column) => !table.header.includes(column));
  if (missing.length > 0) throw missingColumns(missing, table.header);
  yield* linesOf(table, new Map(columns.map((column) => [column, column])));
}
