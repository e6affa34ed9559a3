import { findOperator } from '../../access/operators/find-operator.ts';
import { systemActor } from '../../access/principals/actor.ts';
import { databaseError } from '../../kit/embedded-postgres/database-error.ts';
import { badField, type FieldProblem, notFound } from '../../kit/errors.ts';
import type { OpenBytes } from '../../kit/osm/files/open-bytes.ts';
import type { ColumnMap } from '../../kit/tables/name-columns.ts';
import { tallyColumns } from '../../kit/tables/tally-columns.ts';
import type { AvailabilityShown } from '../../parking/lots/availability-shown.ts';
import { listPossibleDuplicates } from '../../parking/lots/duplicates/possible-duplicates.ts';
import {
  createRowReader,
  type NumberedRow,
  type RejectedRow,
  type RowOutcome,
  writeRows,
  writtenIds,
} from '../../parking/lots/write/batch/numbered-rows.ts';
import { openLotReading } from '../../parking/lots/write/lot-reading.ts';
import type { LotWriter } from '../../parking/lots/write/write-lots.ts';
import { type Querier, readClock } from '../../stores/postgres.ts';
import { inRehearsal, isRehearsal } from '../../stores/rehearse.ts';
import { countOutcomes, type ImportedLots, isUnread } from './count-outcomes.ts';
import { fileWarnings } from './file-warnings.ts';
import type { FileRow } from './files/feature-rows.ts';
import { openLotFile } from './files/open-lot-file.ts';

/** Rows per statement: large enough to be fast, small enough not to hold locks for long. */
const ROWS_PER_STATEMENT = 1_000;
/** The same where other work has to run in between. */
const ROWS_PER_REST = 100;
const ACTOR = systemActor('import lots');

type Input = {
  operatorId: string;
  livemode: boolean;
  /** undefined: the owner of the server, who decides how many lots there are. */
  asCaller?: AsCaller | undefined;
  open: OpenBytes;
  /** What columns of a table stand for, where their headers do not tell. */
  map?: ColumnMap | undefined;
  /** undefined: lots keep what they have. */
  dataLicense?: string | null | undefined;
  isOsmExportAllowed?: boolean | undefined;
  availabilityShown?: AvailabilityShown | undefined;
  reportsInformOnly?: boolean | undefined;
  onProgress?: (done: number, total: number) => void;
};

/** A caller of the API who imports while others call, and how far it may. */
export type AsCaller = {
  writer: LotWriter;
  /** The problem of a row beyond the lots of its plan. */
  beyondLimit: FieldProblem;
  rowsMax: number;
  /** Lets other work run. */
  rest(): Promise<void>;
};

/**
 * Imports the lots of a file as lots of one operator in one mode: OpenStreetMap's own files,
 * GeoJSON with OpenStreetMap keys, ParkAPI, what this service exports, and tables (CSV, or lists of
 * JSON objects). A lot is recognised by its OpenStreetMap id, its `ref`, the feature's id, or its
 * name and place, so importing a file twice changes nothing. A row that cannot be used is reported
 * with all its problems; all others are imported, each change with its audit row. Values that
 * cannot be read are kept as text and noted. A file without prices does not change posted rates. A
 * rehearsal (`rehearse`) writes nothing. Errors: BAD_REQUEST naming `file`, `map` or columns when
 * it cannot be read; NOT_FOUND (operator).
 */
export async function importLots(db: Querier, input: Input): Promise<ImportedLots> {
  const { name: operatorName } = await findOperator(db, input.operatorId);
  const { dataLicense, isOsmExportAllowed, availabilityShown, reportsInformOnly } = input;
  const shown = { isOsmExportAllowed, availabilityShown, reportsInformOnly };
  const now = await readClock(db);
  const settings = { operatorName, now, dataLicense, ...shown };
  const file = await openLotFile(input.open, { settings, map: input.map });
  const { asCaller } = input;
  if (asCaller !== undefined && file.rows.count > asCaller.rowsMax)
    throw badField('file', `has more than ${asCaller.rowsMax} rows`);
  const outcomes = countOutcomes(isRehearsal(db), asCaller?.beyondLimit);
  const tally = tallyColumns(file.rows.readAs);
  tally.expect(file.rows.columns);
  const warnings = fileWarnings();
  const readBatch = batchReader(outcomes.rejected);
  let done = 0;
  const batchRows = asCaller === undefined ? ROWS_PER_STATEMENT : ROWS_PER_REST;
  for (const unread of inBatches(file.rows.rows(), batchRows)) {
    await asCaller?.rest();
    const before = outcomes.rejected.length;
    const batch = await readBatch(unread);
    const { written, duplicates } = await inRehearsal(db, async (writing) => {
      const written = await writeBatch(writing, input, batch);
      const ids = writtenIds(written);
      return { written, duplicates: await listPossibleDuplicates(writing, input, ids) };
    });
    const unreadable = problemsByRow(outcomes.rejected.slice(before), batch);
    for (const { row, values } of unread)
      tally.add(Object.entries(values), unreadable.get(row) ?? NOTHING);
    for (const row of batch) warnings.add(row);
    for (const outcome of written) outcomes.add(outcome, duplicates.get(outcome.lotId));
    done += unread.length;
    input.onProgress?.(done, file.rows.count);
  }
  return {
    dry_run: isRehearsal(db),
    format: file.format,
    columns: tally.reports(),
    warnings: warnings.warnings(),
    passed_over: file.rows.passedOver,
    ...outcomes.result(),
  };
}

const NOTHING: ReadonlySet<string> = new Set();

/** The columns of each row that could not be read: a problem may name a member of its tariff. */
function problemsByRow(rejected: readonly RejectedRow[], rows: readonly NumberedRow[]) {
  const fields = new Map<number, Set<string>>();
  for (const { row, problems } of rejected) fields.set(row, new Set(problems.flatMap(columnsOf)));
  for (const { row, notes = [] } of rows)
    if (notes.length > 0) fields.set(row, new Set(notes.filter(isUnread).flatMap(columnsOf)));
  return fields;
}

/** `tariff.parts.0` -> `tariff`, `tariff.parts`, `tariff.parts.0` */
function columnsOf({ field }: FieldProblem): string[] {
  const names = field.split('.');
  return names.map((_, i) => names.slice(0, i + 1).join('.'));
}

function* inBatches(rows: Iterable<FileRow>, size: number): Generator<FileRow[]> {
  let batch: FileRow[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function writeBatch(
  db: Querier,
  { operatorId, livemode, asCaller }: Pick<Input, 'operatorId' | 'livemode' | 'asCaller'>,
  rows: readonly NumberedRow[],
): Promise<RowOutcome[]> {
  const owners = { operatorId, livemode, actor: ACTOR, lotsMax: null };
  try {
    return await writeRows(db, asCaller?.writer ?? owners, rows);
  } catch (error) {
    if (databaseError(error)?.constraint === 'lots_operator_id_fkey') throw notFound('operator');
    throw error;
  }
}

/** Reads rows; the problems of those that cannot be read go to `rejected`. */
function batchReader(rejected: RejectedRow[]): (rows: FileRow[]) => Promise<NumberedRow[]> {
  const readRow = createRowReader(rejected);
  return async (rows) => {
    const reading = await openLotReading(rows.map(({ openingHours }) => openingHours));
    return rows.flatMap(({ row, name, read }) => readRow({ row, name }, () => read(reading)));
  };
}
