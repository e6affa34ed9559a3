import type { Logger } from 'pino';
import { monotonicMs } from '../../kit/clock.ts';
import { createBatchWriter } from '../../stores/batch-writer.ts';
import type { Querier } from '../../stores/postgres.ts';
import { type CallError, callerColumns, type FinishedCall, outcomeOf } from './finished-call.ts';

/**
 * Calls that are kept of one caller with the same outcome in a minute, by each process. Calls
 * beyond it are only counted. They are counted apart by outcome, so that those beyond a budget hide
 * no failure.
 */
export const KEPT_PER_MINUTE_MAX = 10;

const WINDOW_MS = 60_000;
const DELAY_MS = 2_000;
const BATCH_ROWS_MAX = 500;
const BUFFERED_ROWS_MAX = 5_000;

type Refusal = FinishedCall & { error: CallError };
/** `answeredMs`: of a clock that never goes back. */
type Kept = Refusal & { answeredMs: number };

type Refusals = {
  /** Takes a call that is to be written soon. Never throws. */
  keep(call: Refusal): void;
  /** Writes what is still in memory, then resolves. */
  close(): Promise<void>;
};

/** Keeps calls that were refused or failed one by one, so that they can be found by their ids. */
export function createRefusals(deps: {
  db: Querier;
  log: Logger;
  monotonic?: () => number;
}): Refusals {
  const { db, log, monotonic = monotonicMs } = deps;
  /** How many calls of a caller were kept in this window, by outcome. */
  let keptCounts = new Map<string, number>();
  let windowEndMs = 0;
  const writer = createBatchWriter<Kept>({
    name: 'refused calls',
    write: async (calls) => {
      const now = monotonic();
      const rows = calls.map((call) => toRow(call, now));
      await db.query('call_refusals_insert', { rows: JSON.stringify(rows) });
    },
    maxRows: BATCH_ROWS_MAX,
    maxDelayMs: DELAY_MS,
    maxBuffered: BUFFERED_ROWS_MAX,
    log,
  });

  function isWithinBound({ caller, status }: Refusal, now: number): boolean {
    if (now >= windowEndMs) {
      keptCounts = new Map();
      windowEndMs = now + WINDOW_MS;
    }
    const key = `${caller.id} ${outcomeOf(status)}`;
    const count = (keptCounts.get(key) ?? 0) + 1;
    keptCounts.set(key, count);
    return count <= KEPT_PER_MINUTE_MAX;
  }

  return {
    keep(call) {
      const now = monotonic();
      if (isWithinBound(call, now)) writer.add({ ...call, answeredMs: now });
    },
    close: () => writer.close(),
  };
}

function toRow(call: Kept, now: number): object {
  const { caller, operation, requestId, status, error, durationMs, answeredMs } = call;
  return {
    ...callerColumns(caller),
    request_id: requestId,
    waited_ms: now - answeredMs,
    operation,
    status,
    ...error,
    duration_ms: Math.round(durationMs),
  };
}
