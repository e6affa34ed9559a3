import { type FieldProblem, notFound } from '../../errors.ts';
import { systemActor } from '../../keys/actor.ts';
import { findOperator } from '../../operators/find-operator.ts';
import type { OpenBytes } from '../../osm/files/open-bytes.ts';
import { openOsmFile } from '../../osm/files/open-osm-file.ts';
import { databaseError, type Querier } from '../../stores/postgres.ts';
import type { AvailabilityShown } from '../availability-shown.ts';
import { openLotReading } from '../write/lot-reading.ts';
import type { UnreadRow } from '../write/lot-rows.ts';
import {
  createRowReader,
  type NumberedRow,
  type RejectedRow,
  type RowOutcome,
  writeRows,
} from '../write/numbered-rows.ts';
import { rowsOfFile } from './feature-rows.ts';
import { FEATURE_REFUSALS } from './read-lot-row.ts';

export type ImportedLots = {
  created: number;
  updated: number;
  unchanged: number;
  /** How many of these are listed once their operator is checked. */
  waiting: number;
  /** Entries of the file that are no lots. */
  passed_over: number;
  /** How many values of lots that were taken are kept as text, or have no place here. */
  noted_count: number;
  /** The first NOTES_MAX of them, in the order of the file. */
  noted: RowProblem[];
  /** How many rows were not imported. */
  rejected_count: number;
  /** One entry for each problem of each row that was not imported, in the order of the file. */
  rejected: RowProblem[];
};

/** `row` is the position in the file, from 1; `name` is the row's name for its lot, null: none. */
export type RowProblem = Omit<RejectedRow, 'problems'> & FieldProblem;

/** Rows per statement: large enough to be fast, small enough not to hold locks for long. */
const ROWS_PER_STATEMENT = 1_000;
/** All notes about a file of a country would not fit into memory. */
const NOTES_MAX = 10_000;
const ACTOR = systemActor('import lots');

/**
 * Imports the lots of a file as lots of one operator in one world: OpenStreetMap's own files, or
 * GeoJSON with OpenStreetMap keys or ParkAPI names. A lot is recognised by its OpenStreetMap id,
 * its `ref`, the feature's id, or its name and place, so importing a file twice changes nothing. A
 * feature that cannot be used is reported by row and name with all its problems; all others are
 * imported, each change with its audit row. Values that cannot be read are kept as text and noted.
 * A file without prices does not change posted rates. Errors: BAD_REQUEST naming `file` when it
 * cannot be read; NOT_FOUND (operator).
 */
export async function importLots(
  db: Querier,
  input: {
    operatorId: string;
    livemode: boolean;
    open: OpenBytes;
    /** undefined: lots keep what they have. */
    dataLicense?: string | null | undefined;
    isOsmExportAllowed?: boolean | undefined;
    availabilityShown?: AvailabilityShown | undefined;
    reportsInformOnly?: boolean | undefined;
    onProgress?: (done: number, total: number) => void;
  },
): Promise<ImportedLots> {
  const { name: operatorName } = await findOperator(db, input.operatorId);
  const { dataLicense, isOsmExportAllowed, availabilityShown, reportsInformOnly } = input;
  const shown = { isOsmExportAllowed, availabilityShown, reportsInformOnly };
  const settings = { operatorName, dataLicense, ...shown };
  const { count, passedOver, rows } = rowsOfFile(await openOsmFile(input.open), settings);
  const imported = { created: 0, updated: 0, unchanged: 0, waiting: 0 };
  const rejected: RejectedRow[] = [];
  const noted: RowProblem[] = [];
  let notedCount = 0;
  const readBatch = batchReader(rejected);
  let done = 0;
  for (const unread of inBatches(rows())) {
    const batch = await readBatch(unread);
    for (const { row, name, outcome, isWaiting, notes } of await writeBatch(db, input, batch)) {
      if (outcome === 'lot_limit') throw new Error('an import has no limit of lots');
      if (outcome === 'spaces_in_use' || outcome === 'currency_in_use') {
        rejected.push({ row, name, problems: [FEATURE_REFUSALS[outcome]] });
        continue;
      }
      imported[outcome] += 1;
      if (isWaiting) imported.waiting += 1;
      notedCount += notes.length;
      const shown = notes.slice(0, NOTES_MAX - noted.length);
      noted.push(...shown.map((note) => ({ row, name, ...note })));
    }
    done += unread.length;
    input.onProgress?.(done, count);
  }
  const inOrder = rejected.toSorted((a, b) => a.row - b.row);
  return {
    ...imported,
    passed_over: passedOver,
    noted_count: notedCount,
    noted: noted.toSorted((a, b) => a.row - b.row),
    rejected_count: rejected.length,
    rejected: inOrder.flatMap(({ problems, ...row }) =>
      problems.map((problem) => ({ ...row, ...problem })),
    ),
  };
}

function* inBatches(rows: Iterable<UnreadRow>): Generator<UnreadRow[]> {
  let batch: UnreadRow[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < ROWS_PER_STATEMENT) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function writeBatch(
  db: Querier,
  { operatorId, livemode }: { operatorId: string; livemode: boolean },
  rows: readonly NumberedRow[],
): Promise<RowOutcome[]> {
  try {
    // The owner of the server imports, and decides how many.
    return await writeRows(db, { operatorId, livemode, actor: ACTOR, lotsMax: null }, rows);
  } catch (error) {
    if (databaseError(error)?.constraint === 'lots_operator_id_fkey') throw notFound('operator');
    throw error;
  }
}

/** Reads rows; the problems of those that cannot be read go to `rejected`. */
function batchReader(rejected: RejectedRow[]): (rows: UnreadRow[]) => Promise<NumberedRow[]> {
  const readRow = createRowReader(rejected);
  return async (rows) => {
    const reading = await openLotReading(rows.map(({ openingHours }) => openingHours));
    return rows.flatMap(({ row, name, read }) => readRow({ row, name }, () => read(reading)));
  };
}
