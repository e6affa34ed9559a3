import { keepAnswer } from '../../../../access/idempotency/keep-answer.ts';
import type { WriteContext } from '../../../../access/idempotency/remember.ts';
import type { Plan } from '../../../../access/plans/platform-fee.ts';
import type { Principal } from '../../../../access/principals/principal.ts';
import { AppError, type FieldProblem } from '../../../../kit/errors.ts';
import { inTimeSlices, yieldAndRest } from '../../../../kit/pool/time-slices.ts';
import { counted } from '../../../../kit/text/counted.ts';
import type { Postgres } from '../../../../stores/postgres.ts';
import {
  listPossibleDuplicates,
  type PossibleDuplicate,
  type PossibleDuplicatesOf,
} from '../../duplicates/possible-duplicates.ts';
import { lotLimit, rowBeyondLimit } from '../lot-limit.ts';
import { openLotReading } from '../lot-reading.ts';
import { callingWriter } from '../write-lots.ts';
import type { Rows } from './lot-rows.ts';
import {
  createRowReader,
  type NumberedRow,
  type RejectedRow,
  type RowOutcome,
  writeRows,
  writtenIds,
} from './numbered-rows.ts';

/** As many short rows as fit into a request of one megabyte. */
export const BATCH_ROWS_MAX = 10_000;

/** `isAllOrNothing`: nothing is written when one row is rejected. */
type Batch = Rows & { isAllOrNothing: boolean };

/**
 * The outcome of each row, in order. `is_waiting_for_check`: the lot is listed once its operator is
 * checked. `possible_duplicates`: other lots that look like the same car park, if there are any.
 * `notes`: what was kept as text or has no place. `field` and
 * `reason` are those of the first of `problems`.
 */
export type BatchResult =
  | {
      row: number;
      status: 'created' | 'updated' | 'unchanged';
      id: string;
      /** By which the lot is known again. */
      ref: string | null;
      is_waiting_for_check?: true;
      possible_duplicates?: PossibleDuplicate[];
      notes?: FieldProblem[];
    }
  | ({ status: 'rejected' } & RejectedRow & FieldProblem);

/**
 * Writes many lots of the caller's operator at once: every row that can be used or, with
 * `isAllOrNothing`, all rows or none. When the call fails, nothing is written. Of more new lots
 * than the caller's plan allows, the last ones are rejected. Errors: BAD_REQUEST `rows_rejected`
 * with the rejected rows, CONFLICT lot_limit (`isAllOrNothing`). The answer stored for a repeat
 * contains only the rows that could be read. A batch that wrote nothing can be sent again.
 */
export async function writeBatch(
  db: Postgres,
  caller: Principal,
  batch: Batch,
  { requestId, remember }: WriteContext<BatchResult[]>,
): Promise<BatchResult[]> {
  const { rows, rejected } = await readRows(batch);
  if (batch.isAllOrNothing) refuseAny(rejected);
  const writer = callingWriter(caller, requestId);
  const results = await db.transaction(async (connection) => {
    // In one transaction: two batches written in parts could wait for each other's lots.
    const outcomes = await writeRows(connection, writer, rows);
    if (batch.isAllOrNothing && outcomes.some(isBeyondLimit)) throw lotLimit(caller.plan);
    const duplicates = await listPossibleDuplicates(connection, caller, writtenIds(outcomes));
    const written = outcomes.flatMap((outcome) =>
      toResult(outcome, { ...batch, duplicates }, caller.plan),
    );
    if (batch.isAllOrNothing) refuseAny(written.filter(isRejected));
    if (written.some(isChange)) await keepAnswer(connection, remember, written);
    return written;
  });
  return inOrder(results, rejected);
}

/** The stored outcomes with those of the rows that cannot be read, in the order of the rows. */
export async function recallBatch(batch: Rows, stored: BatchResult[]): Promise<BatchResult[]> {
  const { rejected } = await readRows(batch);
  return inOrder(stored, rejected);
}

/** When another version of the code read a row differently, the stored outcome counts. */
function inOrder(results: readonly BatchResult[], rejected: readonly Rejected[]): BatchResult[] {
  const known = new Set(results.map(({ row }) => row));
  const all = [...results, ...rejected.filter(({ row }) => !known.has(row))];
  return all.toSorted((a, b) => a.row - b.row);
}

type Rejected = Extract<BatchResult, { status: 'rejected' }>;

const isRejected = (result: BatchResult): result is Rejected => result.status === 'rejected';

const isChange = ({ status }: BatchResult) => status === 'created' || status === 'updated';

async function readRows(batch: Rows): Promise<{ rows: NumberedRow[]; rejected: Rejected[] }> {
  const reading = await openLotReading([...batch.rows()].map(({ openingHours }) => openingHours));
  const unreadable: RejectedRow[] = [];
  const readRow = createRowReader(unreadable);
  const rows: NumberedRow[] = [];
  await inTimeSlices(
    batch.rows(),
    ({ row, name, read }) => rows.push(...readRow({ row, name }, () => read(reading))),
    yieldAndRest,
  );
  const rejected: Rejected[] = [];
  await inTimeSlices(unreadable, (row) => rejected.push(...toRejected(row)), yieldAndRest);
  return { rows, rejected };
}

const isBeyondLimit = ({ outcome }: RowOutcome) => outcome === 'lot_limit';

function toResult(
  { row, name, lotId, ref, outcome, isWaiting, notes }: RowOutcome,
  { refusals, duplicates }: Batch & { duplicates: PossibleDuplicatesOf },
  plan: Plan,
): BatchResult[] {
  switch (outcome) {
    case 'spaces_in_use':
    case 'currency_in_use':
      return toRejected({ row, name, problems: [refusals[outcome]] });
    case 'lot_limit':
      return toRejected({ row, name, problems: [rowBeyondLimit(plan)] });
    default: {
      const waits = isWaiting && { is_waiting_for_check: true as const };
      const noted = notes.length > 0 && { notes: [...notes] };
      const possibleDuplicates = duplicates.get(lotId);
      const warned = possibleDuplicates !== undefined && {
        possible_duplicates: possibleDuplicates,
      };
      return [{ row, status: outcome, id: lotId, ref, ...waits, ...warned, ...noted }];
    }
  }
}

function toRejected(row: RejectedRow): Rejected[] {
  return row.problems.slice(0, 1).map((first) => ({ status: 'rejected', ...row, ...first }));
}

function refuseAny(rejected: readonly Rejected[]): void {
  if (rejected.length === 0) return;
  const rows = rejected.map(({ status, ...row }) => row);
  throw new AppError(
    'BAD_REQUEST',
    `nothing was written: ${counted(rows.length, 'row')} cannot be used`,
    {
      details: { reason: 'rows_rejected', rows },
    },
  );
}
