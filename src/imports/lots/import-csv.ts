import type { Readable } from 'node:stream';
import { badFieldsIn, type FieldProblem } from '../../kit/errors.ts';
import type { TimeReading } from '../../kit/tables/file-times.ts';
import { separatorName } from '../../kit/tables/find-separator.ts';
import type { ColumnMap } from '../../kit/tables/name-columns.ts';
import { openTable, type Table } from '../../kit/tables/open-table.ts';
import { type ColumnReport, tallyColumns } from '../../kit/tables/tally-columns.ts';
import { shownText } from '../../kit/text/shown-text.ts';
import { readTimezone } from '../../parking/lots/place/read-timezone.ts';
import { type Postgres, readClock } from '../../stores/postgres.ts';
import { isRehearsal } from '../../stores/rehearse.ts';
import { type KnownRef, lotsByRef } from './lots-by-ref.ts';

/** `row` is the line number in the file; the header is line 1. */
type RejectedRow = FieldProblem & { row: number; lot_ref: string | null };

export type ImportedRows = {
  /** Whether nothing was written. */
  dry_run: boolean;
  /** How the file is written: `semicolons, Windows-1252`. */
  format: string;
  /** What became of each column. */
  columns: ColumnReport[];
  /** What is probably not meant; the rows are imported. */
  warnings: FieldProblem[];
  created: number;
  unchanged: number;
  /** How many rows were not imported. */
  rejected_count: number;
  /** The problems of the first REJECTED_ROWS_MAX of these rows, in the order of the file. */
  rejected: RejectedRow[];
};

/** CSV of what happened on an operator's lots, and where it goes in one mode. */
export type CsvImport = TimeReading & {
  operatorId: string;
  livemode: boolean;
  csv: Readable;
  /** What columns stand for, where their headers do not tell. */
  map?: ColumnMap | undefined;
  /** Called after each batch with the number of rows read so far. */
  onProgress?: (rows: number) => void;
};

export type CsvContext = TimeReading & {
  lots: ReadonlyMap<string, KnownRef>;
  /** By the database's clock. */
  now: Date;
  map: ColumnMap;
};

/** One row that is not read yet. */
export type UnreadCsvRow<Row> = {
  line: number;
  lotRef: string;
  /** The values of its columns. */
  values: Iterable<readonly [column: string, value: string | undefined]>;
  /** Errors: BAD_REQUEST naming columns. */
  read(): Row;
};

/** A table whose columns are understood. */
export type OpenRows<Row> = {
  /** null: the column is left out. */
  readAs(column: string): string | null;
  rows: AsyncIterable<UnreadCsvRow<Row>>;
  /** Once all rows were read. */
  warnings(): FieldProblem[];
};

/** What the rows of a file are. */
export type RowKind<Row> = {
  /** Errors: BAD_REQUEST naming columns that are missing. */
  open(table: Table, context: CsvContext): OpenRows<Row>;
  /** Whether reports may quote values. */
  isShown: boolean;
  /**
   * Stores rows that are not stored yet. `differing` are the positions, from 0, of rows that
   * contradict what is stored.
   */
  write(
    db: CsvDatabase,
    rows: readonly Row[],
  ): Promise<{ created: number; differing: readonly number[] }>;
  /** Why a row that contradicts what is stored is rejected. */
  differs: FieldProblem;
};

export type CsvDatabase = Pick<Postgres, 'query' | 'transaction'>;

/** All rejected rows of a file of millions would not fit into memory. */
export const REJECTED_ROWS_MAX = 1_000;
/** Large enough to be fast, small enough not to hold locks for long. */
const ROWS_PER_BATCH = 5_000;

type Numbered = { row: number; lot_ref: string | null };

/**
 * Imports the rows of a CSV file of any length. A bad row is rejected with its line, its lot_ref
 * and all its problems; all other rows are imported. A rehearsal (`rehearse`) writes nothing, and
 * takes each batch of rows by itself. Throws BAD_REQUEST when the file is not such a CSV, NOT_FOUND
 * (operator).
 */
export async function importCsv<Row>(
  db: CsvDatabase,
  input: CsvImport,
  kind: RowKind<Row>,
): Promise<ImportedRows> {
  const { map = {}, dates } = input;
  const zone = input.zone === undefined ? undefined : readTimezone('zone', input.zone);
  const context = { lots: await lotsByRef(db, input), now: await readClock(db), map, zone, dates };
  const table = await openTable(input.csv);
  const opened = kind.open(table, context);
  const tally = tallyColumns(opened.readAs, kind);
  tally.expect(table.header);
  const counted = { created: 0, unchanged: 0, rejected_count: 0 };
  const rejected: RejectedRow[] = [];
  let rowCount = 0;
  let rows: { numbered: Numbered; row: Row }[] = [];
  let rejections: { numbered: Numbered; problems: readonly FieldProblem[] }[] = [];

  async function write(): Promise<void> {
    const { created, differing } = await kind.write(
      db,
      rows.map(({ row }) => row),
    );
    counted.created += created;
    counted.unchanged += rows.length - created - differing.length;
    for (const { numbered } of differing.flatMap((index) => rows[index] ?? []))
      rejections.push({ numbered, problems: [kind.differs] });
    rejections.sort((one, other) => one.numbered.row - other.numbered.row);
    const shown = rejections.slice(0, Math.max(0, REJECTED_ROWS_MAX - counted.rejected_count));
    for (const { numbered, problems } of shown)
      rejected.push(...problems.map((problem) => ({ ...numbered, ...problem })));
    counted.rejected_count += rejections.length;
    [rows, rejections] = [[], []];
    input.onProgress?.(rowCount);
  }

  for await (const unread of opened.rows) {
    const ref = shownText(unread.lotRef);
    const numbered = { row: unread.line, lot_ref: ref === '' ? null : ref };
    let problems: FieldProblem[] = [];
    try {
      rows.push({ numbered, row: unread.read() });
    } catch (error) {
      problems = badFieldsIn(error);
      rejections.push({ numbered, problems });
    }
    tally.add(unread.values, new Set(problems.map(({ field }) => field)));
    rowCount += 1;
    if (rowCount % ROWS_PER_BATCH === 0) await write();
  }
  await write();
  return {
    dry_run: isRehearsal(db),
    format: `${separatorName(table.separator)}, ${table.encoding()}`,
    columns: tally.reports(),
    warnings: opened.warnings(),
    ...counted,
    rejected,
  };
}
