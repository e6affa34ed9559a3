import { pipeline, type Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { AppError, badField } from './errors.ts';

export type CsvLine<Column extends string> = {
  /** Line number in the file; the header is line 1. The last line, when a record spans several. */
  line: number;
  /** By column name; a column is missing when the line has no cell for it. */
  cells: Partial<Record<Column, string>>;
  /** How many more cells than the header: an unquoted comma in a value splits it. */
  cellsTooMany: number;
};

type ParsedLine = { record: string[]; info: Info };

/** Without a limit, a quote that is never closed would read the rest of the file into memory. */
const RECORD_BYTES_MAX = 64 * 1024;

/**
 * Reads CSV (UTF-8, with or without a byte order mark, any line ending) whose header names at least
 * `columns`. Lines without any value are skipped. Throws BAD_REQUEST naming a column that is
 * missing or appears twice, and naming `file` when there is no header, or at the line where a
 * quote makes the rest unreadable.
 */
export async function* readCsvLines<Column extends string>(
  csv: Readable,
  columns: readonly Column[],
): AsyncGenerator<CsvLine<Column>> {
  const parser = parse({
    bom: true,
    trim: true,
    info: true,
    relax_column_count: true,
    // Within a value that does not begin with one, a quote is a character like others.
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: RECORD_BYTES_MAX,
  });
  // An error of the source ends the parser, and so the loop below throws it.
  const records = pipeline(csv, parser, () => undefined) as AsyncIterable<ParsedLine>;
  let header: string[] | undefined;
  try {
    for await (const { record, info } of records) {
      if (header === undefined) {
        header = checkHeader(record, columns);
        continue;
      }
      yield {
        line: info.lines,
        cells: cellsOf(header, record),
        cellsTooMany: Math.max(0, record.length - header.length),
      };
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error;
  }
  if (header === undefined) throw badField('file', `is empty: it begins ${columns.join(',')}`);
}

function cellsOf(header: readonly string[], record: readonly string[]): CsvLine<string>['cells'] {
  const cells: CsvLine<string>['cells'] = {};
  for (let i = 0; i < header.length; i += 1) {
    const [name, cell] = [header[i], record[i]];
    if (name !== undefined && cell !== undefined) cells[name] = cell;
  }
  return cells;
}

/** The parser's own message would quote the cell. */
function unreadable(error: CsvError): AppError {
  const reason =
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? `has a row of more than ${RECORD_BYTES_MAX} bytes, perhaps after a quote that is not closed`
      : 'has a quote that is not closed, or a value that goes on after its closing quote';
  return badField('file', `line ${error.lines} ${reason}: mend it, and import the file again`);
}

function checkHeader(header: string[], columns: readonly string[]): string[] {
  const missing = columns.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    const hint = header.length === 1 ? '; commas separate the columns' : '';
    throw new AppError('BAD_REQUEST', `the CSV header lacks ${missing.join(', ')}${hint}`, {
      details: missing.map((field) => ({ field, reason: 'missing column' })),
    });
  }
  const twice = columns.find((column) => header.indexOf(column) !== header.lastIndexOf(column));
  if (twice !== undefined) throw badField(twice, 'is the name of two columns');
  return header;
}
