import { pipeline, type Readable } from 'node:stream';
import { type Info, parse } from 'csv-parse';
import { AppError, badField } from '../../errors.ts';

export const COLUMNS = ['lot_ref', 'plate', 'started_at', 'ended_at', 'amount'] as const;
export type Column = (typeof COLUMNS)[number];

export type StayLine = {
  /** Of the file, from 1, which is the header's; of several, the last. */
  line: number;
  /** By the header's names; a column that the line has no cell for is missing. */
  cells: Partial<Record<Column, string>>;
  /** More than the header has: a comma within a value parts it in two. */
  cellsTooMany: number;
};

type ParsedLine = { record: string[]; info: Info };

/**
 * Reads CSV (UTF-8, with or without a byte order mark, lines ended in any way) whose header names
 * at least COLUMNS. Lines without any value are left out. Throws BAD_REQUEST when a column is
 * missing or comes twice, naming it, and naming `file` when there is no header.
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
  // A source that fails ends the parser, and so the loop below, with its error.
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
