import {
  DuckDBDateValue,
  DuckDBTimestampTZValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';
import { millisecondsInDay } from 'date-fns/constants';

/**
 * The value of a column that PostgreSQL wrote as text: an instant in microseconds since 1970, a
 * boolean as t or f. Whatever it has can be stored: staging says what is wrong with it.
 */
export function parseText(text: string | null | undefined, type: DuckDBType): DuckDBValue {
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
