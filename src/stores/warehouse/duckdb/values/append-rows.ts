import { type DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import type { TextRow } from '../../warehouse.ts';
import { parseText } from './parse-text.ts';

const ROWS_PER_CHUNK = 2_048;

/** Appends rows to a table whose first column is the batch number; parses the other columns. */
export async function appendRows(
  connection: DuckDBConnection,
  table: string,
  batch: number,
  rows: readonly TextRow[],
): Promise<void> {
  const appender = await connection.createAppender(table);
  const types = Array.from({ length: appender.columnCount }, (_, i) => appender.columnType(i));
  for (let from = 0; from < rows.length; from += ROWS_PER_CHUNK) {
    const part = rows.slice(from, from + ROWS_PER_CHUNK);
    const chunk = DuckDBDataChunk.create(types);
    chunk.setColumns(
      types.map((type, i) =>
        i === 0 ? part.map(() => batch) : part.map((row) => parseText(row[i - 1], type)),
      ),
    );
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}
