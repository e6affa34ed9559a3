import {
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBTimestampTZValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';
import { millisecondsInDay } from 'date-fns/constants';
import type { TextRow } from '../../warehouse.ts';

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

/**
 * The value of a column that PostgreSQL wrote as text: an instant in microseconds since 1970, a
 * boolean as t or f. Whatever it has can be stored: staging says what is wrong with it.
 */
function parseText(text: string | null | undefined, type: DuckDBType): DuckDBValue {
  if (text === null || text === undefined) return null;
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return text === 't';
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.DOUBLE:
      return Number(text);
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UBIGINT:
      return BigInt(text);
    case DuckDBTypeId.DATE:
      return dateOf(text);
    case DuckDBTypeId.TIMESTAMP_TZ:
      return new DuckDBTimestampTZValue(BigInt(text));
    default:
      return text;
  }
}

/** Infinite for a date that JavaScript does not know, such as one before Christ. */
function dateOf(text: string): DuckDBDateValue {
  const days = Date.parse(`${text}T00:00:00Z`) / millisecondsInDay;
  return Number.isNaN(days) ? DuckDBDateValue.PosInf : new DuckDBDateValue(days);
}
