import type { Readable } from 'node:stream';
import { type CsvLine, readCsvLines } from '../../csv-lines.ts';
import { badFieldsIn, type FieldProblem } from '../../errors.ts';
import { shownText } from '../../shown-text.ts';
import { type Querier, readClock } from '../../stores/postgres.ts';
import { type KnownRef, lotsByRef } from './lots-by-ref.ts';

/** `row` is the line number in the file; the header is line 1. */
export type RejectedRow = FieldProblem & { row: number; lot_ref: string | null };

export type ImportedRows = {
  created: number;
  unchanged: number;
  /** How many rows were not imported. */
  rejected_count: number;
  /** The problems of the first REJECTED_ROWS_MAX of these rows, in the order of the file. */
  rejected: RejectedRow[];
};

/** CSV of what happened on an operator's lots, and where it goes in one world. */
export type CsvImport = {
  operatorId: string;
  livemode: boolean;
  csv: Readable;
  /** Called after each batch with the number of rows read so far. */
  onProgress?: (rows: number) => void;
};

/** What the rows of a file are. */
export type RowKind<Row, Column extends string> = {
  columns: readonly (Column | 'lot_ref')[];
  /** Reads one line; `now` is by the database's clock. Errors: BAD_REQUEST naming columns. */
  read(line: CsvLine<Column | 'lot_ref'>, lots: ReadonlyMap<string, KnownRef>, now: Date): Row;
  /**
   * Stores rows that are not stored yet. `differing` are the positions, from 0, of rows that
   * contradict what is stored.
   */
  write(rows: readonly Row[]): Promise<{ created: number; differing: readonly number[] }>;
  /** Why a row that contradicts what is stored is rejected. */
  differs: FieldProblem;
};

/** All rejected rows of a file of millions would not fit into memory. */
export const REJECTED_ROWS_MAX = 1_000;
/** Large enough to be fast, small enough not to hold locks for long. */
const ROWS_PER_BATCH = 5_000;

type Numbered = { row: number; lot_ref: string | null };

/**
 * Imports the rows of a CSV file of any length. A bad row is rejected with its line, its lot_ref
 * and all its problems; all other rows are imported. Throws BAD_REQUEST when the file is not such a
 * CSV, NOT_FOUND (operator).
 */
export async function importCsv<Row, Column extends string>(
  db: Querier,
  input: CsvImport,
  kind: RowKind<Row, Column>,
): Promise<ImportedRows> {
  const lots = await lotsByRef(db, input);
  const now = await readClock(db);
  const result: ImportedRows = { created: 0, unchanged: 0, rejected_count: 0, rejected: [] };
  let rowCount = 0;
  let rows: { numbered: Numbered; row: Row }[] = [];
  let rejections: { numbered: Numbered; problems: readonly FieldProblem[] }[] = [];

  async function write(): Promise<void> {
    const { created, differing } = await kind.write(rows.map(({ row }) => row));
    result.created += created;
    result.unchanged += rows.length - created - differing.length;
    for (const { numbered } of differing.flatMap((index) => rows[index] ?? []))
      rejections.push({ numbered, problems: [kind.differs] });
    rejections.sort((one, other) => one.numbered.row - other.numbered.row);
    const shown = rejections.slice(0, Math.max(0, REJECTED_ROWS_MAX - result.rejected_count));
    for (const { numbered, problems } of shown)
      result.rejected.push(...problems.map((problem) => ({ ...numbered, ...problem })));
    result.rejected_count += rejections.length;
    [rows, rejections] = [[], []];
    input.onProgress?.(rowCount);
  }

  for await (const line of readCsvLines(input.csv, kind.columns)) {
    const ref = shownText(line.cells.lot_ref ?? '');
    const numbered = { row: line.line, lot_ref: ref === '' ? null : ref };
    try {
      rows.push({ numbered, row: kind.read(line, lots, now) });
    } catch (error) {
      rejections.push({ numbered, problems: badFieldsIn(error) });
    }
    rowCount += 1;
    if (rowCount % ROWS_PER_BATCH === 0) await write();
  }
  await write();
  return result;
}
