import type { Readable } from 'node:stream';
import { badFieldsIn, type FieldProblem, notFound } from '../../errors.ts';
import { shownText } from '../../shown-text.ts';
import { type Querier, readClock } from '../../stores/postgres.ts';
import { type FinishedStay, importStays } from './import-stays.ts';
import { type KnownRef, readStay } from './read-stay.ts';
import { readStayFile } from './stay-file.ts';

/** `row` is the line number in the file; the header is line 1. */
export type RejectedRow = FieldProblem & { row: number; lot_ref: string | null };
export type ImportedSessions = {
  created: number;
  unchanged: number;
  /** One entry for each problem of each row that was not imported, in the order of the file. */
  rejected: RejectedRow[];
};

type NumberedStay = { row: number; lot_ref: string | null; stay: FinishedStay };

const ROWS_PER_BATCH = 5_000;

/**
 * Imports finished stays from CSV with the header `lot_ref,plate,started_at,ended_at,amount`: the
 * operator's own references of its lots, RFC 3339 instants, the amount in units of the lot's
 * currency. A bad row is rejected with its line, its lot_ref and all its problems; all other rows
 * are imported. Importing the same file again changes nothing; a stay whose end or amount differs
 * from that of a stored stay with the same lot, plate and start is rejected. Throws BAD_REQUEST
 * when the header is not the expected one, NOT_FOUND (operator).
 */
export async function importSessions(
  db: Querier,
  input: {
    operatorId: string;
    livemode: boolean;
    csv: Readable;
    onProgress?: (rows: number) => void;
  },
): Promise<ImportedSessions> {
  const lots = await lotsByRef(db, input.operatorId, input.livemode);
  const now = await readClock(db);
  const result: ImportedSessions = { created: 0, unchanged: 0, rejected: [] };
  let batch: NumberedStay[] = [];
  let rowCount = 0;

  async function write(): Promise<void> {
    const { created, differing } = await importStays(db, {
      livemode: input.livemode,
      actorId: 'import sessions',
      stays: batch.map(({ stay }) => stay),
    });
    result.created += created;
    result.unchanged += batch.length - created - differing.length;
    result.rejected.push(
      ...differing.flatMap((index) => batch[index] ?? []).map(toDifferingRejection),
    );
    batch = [];
    input.onProgress?.(rowCount);
  }

  for await (const line of readStayFile(input.csv)) {
    rowCount += 1;
    const ref = shownText(line.cells.lot_ref ?? '');
    const numbered = { row: line.line, lot_ref: ref === '' ? null : ref };
    try {
      batch.push({ ...numbered, stay: readStay(line, lots, now) });
    } catch (error) {
      for (const problem of badFieldsIn(error)) result.rejected.push({ ...numbered, ...problem });
    }
    if (batch.length === ROWS_PER_BATCH) await write();
  }
  await write();
  result.rejected.sort((a, b) => a.row - b.row);
  return result;
}

/** The operator's lots by their references. */
async function lotsByRef(
  db: Querier,
  operatorId: string,
  livemode: boolean,
): Promise<Map<string, KnownRef>> {
  const rows = await db.query<KnownRef & { ref: string | null }>('lots_list_refs', {
    operator_id: operatorId,
    livemode,
  });
  if (rows.length === 0) throw notFound('operator');
  return new Map(rows.flatMap((row) => (row.ref === null ? [] : [[row.ref, row] as const])));
}

function toDifferingRejection({ row, lot_ref }: NumberedStay): RejectedRow {
  const reason = 'is when another stay of this plate on this lot began, with another end or amount';
  return { row, lot_ref, field: 'started_at', reason };
}
