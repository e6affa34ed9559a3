import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { type AppError, badField } from '../errors.ts';
import { decodeText, type Encoding } from './decode-text.ts';
import { findSeparator, SEPARATOR_LINE, type Separator } from './find-separator.ts';

type TableLine = {
  /** Line number in the file, from 1. The last line, when a record spans several. */
  line: number;
  cells: readonly string[];
};

export type Table = {
  header: readonly string[];
  separator: Separator;
  /** What was found so far. */
  encoding: () => Encoding;
  /** What follows the header; lines without any value are skipped. To be read once. */
  lines: AsyncIterable<TableLine>;
};

type ParsedLine = { record: string[]; info: Info };

/** Without a limit, a quote that is never closed would read the rest of the file into memory. */
const RECORD_BYTES_MAX = 64 * 1024;
/** As much of a file as shows how its columns are separated. */
const BEGINNING_CHARACTERS = 64 * 1024;

/**
 * Opens a table in text (CSV) of any length, with any of SEPARATORS, line ending and Encoding, and
 * a header in its first line. Errors: BAD_REQUEST naming `file` when there is no header, and, while
 * the lines are read, at the line where a quote makes the rest unreadable.
 */
export async function openTable(bytes: AsyncIterable<Uint8Array | string>): Promise<Table> {
  const { pieces, encoding } = decodeText(bytes);
  const { beginning, whole } = await lookAhead(pieces);
  const separator = findSeparator(beginning);
  const parser = parse({
    delimiter: separator,
    from_line: SEPARATOR_LINE.test(beginning) ? 2 : 1,
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
  // An error of the source ends the parser, and so the loops below throw it.
  pipeline(Readable.from(whole), parser, () => undefined);
  const records = (parser as AsyncIterable<ParsedLine>)[Symbol.asyncIterator]();
  const first = await readable(records.next());
  if (first.done) throw badField('file', 'is empty: it has no header');

  async function* lines(): AsyncGenerator<TableLine> {
    try {
      for (;;) {
        const next = await readable(records.next());
        if (next.done) return;
        yield { line: next.value.info.lines, cells: next.value.record };
      }
    } finally {
      parser.destroy();
    }
  }

  return { header: first.value.record, separator, encoding, lines: lines() };
}

/** The first pieces together, and all pieces from the first on. */
async function lookAhead(
  pieces: AsyncIterable<string>,
): Promise<{ beginning: string; whole: AsyncIterable<string> }> {
  const iterator = pieces[Symbol.asyncIterator]();
  let beginning = '';
  while (beginning.length < BEGINNING_CHARACTERS) {
    const next = await iterator.next();
    if (next.done) break;
    beginning += next.value;
  }
  async function* whole(): AsyncGenerator<string> {
    if (beginning !== '') yield beginning;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { beginning, whole: whole() };
}

async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error;
  }
}

/** The parser's own message would quote the cell. */
function unreadable(error: CsvError): AppError {
  const reason =
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? `has a row of more than ${RECORD_BYTES_MAX} bytes, perhaps after a quote that is not closed`
      : 'has a quote that is not closed, or a value that goes on after its closing quote';
  return badField('file', `line ${error.lines} ${reason}: correct it, and import the file again`);
}
