import { type FieldProblem, notFound } from '../../errors.ts';
import { systemActor } from '../../keys/actor.ts';
import { databaseError, type Querier } from '../../stores/postgres.ts';
import { openLotReading } from '../write/lot-reading.ts';
import {
  createRowReader,
  type NumberedRow,
  type RejectedRow,
  type RowOutcome,
  writeRows,
} from '../write/numbered-rows.ts';
import { featureName, type RawFeature, readFeatureCollection } from './feature-collection.ts';
import { detectDialect, FEATURE_REFUSALS, isCityFeature, readLotRow } from './read-lot-row.ts';

export type ImportedLots = {
  created: number;
  updated: number;
  unchanged: number;
  /** How many rows were not imported. */
  rejected_count: number;
  /** One entry for each problem of each row that was not imported, in the order of the file. */
  rejected: Rejection[];
};

/** `row` is the position in the file, from 1; `name` is the row's name for its lot, null: none. */
export type Rejection = Omit<RejectedRow, 'problems'> & FieldProblem;

/** Rows per statement: large enough to be fast, small enough not to hold locks for long. */
const ROWS_PER_STATEMENT = 1_000;
const ACTOR = systemActor('import lots');

/**
 * Imports the lots of a GeoJSON file (OpenStreetMap keys or ParkAPI names) as lots of one operator
 * in one world. A lot is recognised by its `ref`, else the feature's id, else its name and place,
 * so importing a file twice changes nothing. A feature that cannot be used is reported by row and
 * name with all its problems; all others are imported, each change with its audit row. A file
 * without prices does not change posted rates. Errors: BAD_REQUEST naming `file` when it is not a
 * FeatureCollection; NOT_FOUND (operator).
 */
export async function importLots(
  db: Querier,
  input: {
    operatorId: string;
    livemode: boolean;
    file: AsyncIterable<Uint8Array>;
    onProgress?: (done: number, total: number) => void;
  },
): Promise<ImportedLots> {
  const features = await readFeatureCollection(input.file);
  const imported = { created: 0, updated: 0, unchanged: 0 };
  const rejected: RejectedRow[] = [];
  const readBatch = batchReader(features, rejected);
  for (let from = 0; from < features.length; from += ROWS_PER_STATEMENT) {
    const rows = await readBatch(from, from + ROWS_PER_STATEMENT);
    for (const { row, name, outcome } of await writeBatch(db, input, rows)) {
      if (outcome === 'spaces_in_use' || outcome === 'currency_in_use')
        rejected.push({ row, name, problems: [FEATURE_REFUSALS[outcome]] });
      else imported[outcome] += 1;
    }
    input.onProgress?.(Math.min(from + ROWS_PER_STATEMENT, features.length), features.length);
  }
  rejected.sort((a, b) => a.row - b.row);
  const problems = rejected.flatMap(toRejections);
  return { ...imported, rejected_count: rejected.length, rejected: problems };
}

function toRejections({ problems, ...row }: RejectedRow): Rejection[] {
  return problems.map((problem) => ({ ...row, ...problem }));
}

async function writeBatch(
  db: Querier,
  { operatorId, livemode }: { operatorId: string; livemode: boolean },
  rows: readonly NumberedRow[],
): Promise<RowOutcome[]> {
  try {
    return await writeRows(db, { operatorId, livemode, actor: ACTOR }, rows);
  } catch (error) {
    if (databaseError(error)?.constraint === 'lots_operator_id_fkey') throw notFound('operator');
    throw error;
  }
}

/** Reads the features of `[from, to)` as rows; the problems of the others go to `rejected`. */
function batchReader(
  features: readonly RawFeature[],
  rejected: RejectedRow[],
): (from: number, to: number) => Promise<NumberedRow[]> {
  const dialect = detectDialect(features);
  const readRow = createRowReader(rejected);
  return async (from, to) => {
    const batch = features.slice(from, to);
    const reading = await openLotReading(batch.map(({ properties }) => properties.opening_hours));
    return batch.flatMap((feature, i) => {
      if (dialect.name === 'parkapi' && isCityFeature(feature)) return [];
      const numbered = { row: from + i + 1, name: featureName(feature) };
      return readRow(numbered, () => readLotRow(feature, dialect, reading));
    });
  };
}
