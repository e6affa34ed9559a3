import { pipeline, type Readable } from 'node:stream';
import { type Info, parse } from 'csv-parse';
import { AppError, badField } from '../../errors.ts';

export const COLUMNS = ['lot_ref', 'plate', 'started_at', 'ended_at', 'amount'] as const;
export type Column = (typeof COLUMNS)[number];

export type StayLine = {
  /** Line number in the file; the header is line 1. The last line, when a record spans several. */
  line: number;
  /** By column name; a column is missing when the line has no cell for it. */
  cells: Partial<Record<Column, string>>;
  /** How many more cells than the header: an unquoted comma in a value splits it. */
  cellsTooMany: number;
};

type ParsedLine = { record: string[]; info: Info };

/**
 * Reads CSV (UTF-8, with or without a byte order mark, any line ending) whose header names at least
 * COLUMNS. Lines without any value are skipped. Throws BAD_REQUEST naming a column that is missing
 * or appears twice, and naming `file` when there is no header.
 */
export async function* readStayFile(csv: Readable): AsyncGenerator<StayLine> {
  const parser = parse({
    bom: true,
    trim: true,
    info: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  });
  // An error of the source ends the parser, and so the loop below throws it.
  const records = pipeline(csv, parser, () => undefined) as AsyncIterable<ParsedLine>;
  let header: string[] | undefined;
  for await (const { record, info } of records) {
    if (header === undefined) {
      header = checkHeader(record);
      continue;
    }
    yield {
      line: info.lines,
      cells: Object.fromEntries(header.map((name, i) => [name, record[i]])),
      cellsTooMany: Math.max(0, record.length - header.length),
    };
  }
  if (header === undefined) throw badField('file', `is empty: it begins ${COLUMNS.join(',')}`);
}

function checkHeader(header: string[]): string[] {
  const missing = COLUMNS.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    const hint = header.length === 1 ? '; commas separate the columns' : '';
    throw new AppError('BAD_REQUEST', `the CSV header lacks ${missing.join(', ')}${hint}`, {
      details: missing.map((field) => ({ field, reason: 'missing column' })),
    });
  }
  const twice = COLUMNS.find((column) => header.indexOf(column) !== header.lastIndexOf(column));
  if (twice !== undefined) throw badField(twice, 'is the name of two columns');
  return header;
}
