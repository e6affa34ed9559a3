import { counted } from '../../counted.ts';
import { AppError, type FieldProblem } from '../../errors.ts';
import { answerOnce, type IdempotentCall } from '../../idempotency/answer-once.ts';
import { keepAnswer } from '../../idempotency/keep-answer.ts';
import { callerActor } from '../../keys/actor.ts';
import type { Caller } from '../../keys/caller.ts';
import type { Postgres } from '../../stores/postgres.ts';
import { inTurns, turnAfterRest } from '../../turns/take-turns.ts';
import { type LotReading, openLotReading } from './lot-reading.ts';
import type { LotRow } from './numbered-rows.ts';
import {
  createRowReader,
  type NumberedRow,
  type RejectedRow,
  type RowOutcome,
  writeRows,
} from './numbered-rows.ts';
import type { LotRefusal } from './write-lots.ts';

/** As many as fit into the megabyte of a request when each says little. */
export const BATCH_ROWS_MAX = 10_000;

/** One lot as it came. */
export type BatchRow = {
  /** Position in what was sent, from 1. */
  row: number;
  /** What it calls its lot, for whoever looks for it; null: nothing. */
  name: string | null;
  /** Throws BAD_REQUEST. */
  read(reading: LotReading): LotRow;
};

/** Lots as they came, in whichever form. */
export type Batch = {
  /** Of all that was sent. */
  openingHours: readonly unknown[];
  /** In their order, each made when it is read. */
  rows(): Iterable<BatchRow>;
  /** What is wrong with a row that asks for a change which cannot be made. */
  refusals: Readonly<Record<LotRefusal, FieldProblem>>;
  /** Whether nothing is written when one row is rejected. */
  isAllOrNothing: boolean;
};

/** What became of each row, in their order; `field` and `reason` are the first of `problems`. */
export type BatchResult =
  | { row: number; status: 'created' | 'updated' | 'unchanged'; id: string }
  | ({ status: 'rejected' } & RejectedRow & FieldProblem);

/**
 * Writes many lots of the caller's operator at once: all of them, or with `isAllOrNothing` all or
 * none, and in any case nothing when the call fails. Errors: BAD_REQUEST `rows_rejected` with the
 * rejected rows, CONFLICT idempotency_mismatch. What is kept for a repeat is what was done: which
 * rows cannot be read, its body says again, and a batch that wrote nothing may be tried again.
 */
export async function writeBatch(
  db: Postgres,
  caller: Caller,
  batch: Batch,
  context: { requestId: string; call: IdempotentCall | undefined },
): Promise<{ results: BatchResult[]; isReplay: boolean }> {
  const { requestId, call } = context;
  const remember = call && { ...call, toResponse: (results: BatchResult[]) => ({ results }) };
  const { rows, rejected } = await readRows(batch);
  const done = await answerOnce(db, remember, async () => {
    if (batch.isAllOrNothing) refuseAny(rejected);
    const writer = { ...caller, actor: callerActor(caller, requestId) };
    const results = await db.transaction(async (connection) => {
      // All at once: in parts, two batches could each hold lots that the other waits for.
      const outcomes = await writeRows(connection, writer, rows);
      const written = outcomes.flatMap((outcome) => toResult(outcome, batch));
      if (batch.isAllOrNothing) refuseAny(written.filter(isRejected));
      if (written.some(isChange)) await keepAnswer(connection, remember, written);
      return written;
    });
    return { results };
  });
  const isReplay = 'response' in done;
  const results = isReplay ? (done.response.results as BatchResult[]) : done.results;
  // Of a row that another version read in another way, what was done counts.
  const known = new Set(results.map(({ row }) => row));
  const all = [...results, ...rejected.filter(({ row }) => !known.has(row))];
  return { results: all.toSorted((a, b) => a.row - b.row), isReplay };
}

type Rejected = Extract<BatchResult, { status: 'rejected' }>;

const isRejected = (result: BatchResult): result is Rejected => result.status === 'rejected';

const isChange = ({ status }: BatchResult) => status === 'created' || status === 'updated';

async function readRows(batch: Batch): Promise<{ rows: NumberedRow[]; rejected: Rejected[] }> {
  const reading = await openLotReading(batch.openingHours);
  const unreadable: RejectedRow[] = [];
  const readRow = createRowReader(unreadable);
  const rows: NumberedRow[] = [];
  await inTurns(
    batch.rows(),
    ({ row, name, read }) => rows.push(...readRow({ row, name }, () => read(reading))),
    turnAfterRest,
  );
  const rejected: Rejected[] = [];
  await inTurns(unreadable, (row) => rejected.push(...toRejected(row)), turnAfterRest);
  return { rows, rejected };
}

function toResult({ row, name, lotId, outcome }: RowOutcome, { refusals }: Batch): BatchResult[] {
  return outcome === 'spaces_in_use' || outcome === 'currency_in_use'
    ? toRejected({ row, name, problems: [refusals[outcome]] })
    : [{ row, status: outcome, id: lotId }];
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
