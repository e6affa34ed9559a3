import { AppError, type FieldProblem, notFound } from '../errors.ts';
import { databaseError, type Querier } from '../stores/postgres.ts';
import { type RawFeature, readFeatureCollection } from './feature-collection.ts';
import { openPlaces } from './place.ts';
import { detectDialect, isCityFeature, type LotRow, readLotRow } from './read-lot-row.ts';

export type Rejection = FieldProblem & {
  /** Position of the feature in the file, from 1. */
  row: number;
};

export type ImportedLots = {
  created: number;
  updated: number;
  unchanged: number;
  rejected: Rejection[];
};

type NumberedRow = LotRow & { row: number };
type Outcome = { row: number; outcome: 'created' | 'updated' | 'unchanged' | 'below_taken' };

/** Rows one statement carries: large enough to be quick, small enough to hold no lock for long. */
const ROWS_PER_STATEMENT = 1_000;
const ACTOR_ID = 'import lots';

/**
 * Imports the lots of a GeoJSON file (OpenStreetMap keys or ParkAPI names) as those of one operator
 * in one world. A lot is known again by its `ref`, else the feature's id, else its name and place;
 * the same file twice changes nothing. A feature that cannot be used is reported by row and field,
 * all others go in, each change with its audit row. A file that names no price leaves a posted rate
 * alone. Errors: BAD_REQUEST naming `file` when it is no FeatureCollection; NOT_FOUND
 * (operator).
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
  const imported: ImportedLots = { created: 0, updated: 0, unchanged: 0, rejected: [] };
  const readBatch = await batchReader(features, imported.rejected);
  for (let from = 0; from < features.length; from += ROWS_PER_STATEMENT) {
    const rows = readBatch(from, from + ROWS_PER_STATEMENT);
    for (const { row, outcome } of await writeRows(db, input, rows)) {
      if (outcome !== 'below_taken') imported[outcome] += 1;
      else imported.rejected.push({ row, ...BELOW_TAKEN });
    }
    input.onProgress?.(Math.min(from + ROWS_PER_STATEMENT, features.length), features.length);
  }
  imported.rejected.sort((a, b) => a.row - b.row);
  return imported;
}

const BELOW_TAKEN: FieldProblem = {
  field: 'capacity',
  reason: 'is less than the number of spaces in use now',
};

async function writeRows(
  db: Querier,
  { operatorId, livemode }: { operatorId: string; livemode: boolean },
  rows: readonly NumberedRow[],
): Promise<Outcome[]> {
  try {
    return await db.query<Outcome>('lots_import', {
      operator_id: operatorId,
      livemode,
      actor_id: ACTOR_ID,
      rows: JSON.stringify(rows),
    });
  } catch (error) {
    if (databaseError(error)?.constraint === 'lots_operator_id_fkey') throw notFound('operator');
    throw error;
  }
}

/** Reads the features of `[from, to)` as rows; what is wrong with the others goes to `rejected`. */
async function batchReader(
  features: readonly RawFeature[],
  rejected: Rejection[],
): Promise<(from: number, to: number) => NumberedRow[]> {
  const placeOf = await openPlaces();
  const dialect = detectDialect(features);
  const rowByRef = new Map<string, number>();
  return (from, to) =>
    features.slice(from, to).flatMap((feature, i) => {
      const row = from + i + 1;
      if (dialect.name === 'parkapi' && isCityFeature(feature)) return [];
      try {
        const lot = readLotRow(feature, dialect, placeOf);
        const earlier = rowByRef.get(lot.ref);
        if (earlier !== undefined)
          rejected.push({ row, field: 'ref', reason: `is the same lot as row ${earlier}` });
        else rowByRef.set(lot.ref, row);
        return earlier === undefined ? [{ row, ...lot }] : [];
      } catch (error) {
        rejected.push({ row, ...problemOf(error) });
        return [];
      }
    });
}

function problemOf(error: unknown): FieldProblem {
  const problem = error instanceof AppError && Array.isArray(error.details) && error.details[0];
  if (!problem) throw error;
  return problem;
}
