import type { Logger } from 'pino';
import type { Querier } from '../../stores/postgres.ts';
import { isSurelyUndone } from '../../stores/surely-undone.ts';
import type { Principal } from '../principals/principal.ts';
import { callerColumns, type FinishedCall, OUTCOMES, outcomeOf } from './finished-call.ts';

const FLUSH_MS = 5_000;
/** Lines in memory, about 0.3 kB each; a full memory is written at once. */
const LINES_MAX = 10_000;

/** Calls of one caller, in one mode, of one operation. */
type Line = { caller: Principal; operation: string } & Record<(typeof OUTCOMES)[number], number>;
type Lines = Map<string, Line>;

type CallCounts = {
  add(call: Pick<FinishedCall, 'caller' | 'operation' | 'status'>): void;
  /** Writes what is still in memory, then resolves. */
  close(): Promise<void>;
};

/**
 * Adds calls up in memory, and adds them to the counts of the database every few seconds. A call
 * counts in the hour in which it is written, by the clock of the database. What the database
 * refuses is written with the next ones. What may have been written is not written again: it is
 * lost, and so are calls that find the memory full while the database does not answer. The log says
 * how many.
 */
export function createCallCounts(
  { db, log }: { db: Querier; log: Logger },
  linesMax = LINES_MAX,
): CallCounts {
  let lines: Lines = new Map();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let droppedCount = 0;

  async function write(): Promise<void> {
    const batch = lines;
    lines = new Map();
    try {
      await db.query('call_counts_add', { rows: JSON.stringify([...batch.values()].map(toRow)) });
    } catch (error) {
      if (!isSurelyUndone(error)) lose(batch, error);
      else {
        log.warn({ err: error }, 'calls were not counted; trying again later');
        lines = together(batch, lines);
      }
    }
    if (droppedCount > 0)
      log.error({ droppedCount }, 'calls were not counted: the memory was full');
    droppedCount = 0;
    writing = undefined;
    if (lines.size > 0) wait();
  }

  function lose(batch: Lines, error?: unknown): void {
    log.error({ err: error, callCount: callsIn(batch) }, 'calls were not counted: counts are lost');
  }

  function wait(): void {
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (lines.size > 0) writing ??= write();
    return writing ?? Promise.resolve();
  }

  return {
    add({ caller, operation, status }) {
      const key = `${caller.id} ${caller.livemode} ${operation}`;
      if (lines.size >= linesMax && !lines.has(key)) void flush();
      const line = lines.get(key) ?? newLine(caller, operation);
      line[outcomeOf(status)] += 1;
      if (lines.size < linesMax) lines.set(key, line);
      else if (!lines.has(key)) droppedCount += 1;
      wait();
    },
    async close() {
      // The first may only wait for what is being written.
      await flush();
      await flush();
      clearTimeout(timer);
      if (lines.size > 0) lose(lines);
      lines = new Map();
    },
  };
}

function newLine(caller: Principal, operation: string): Line {
  return { caller, operation, ok: 0, refused: 0, limited: 0, failed: 0 };
}

function together(some: Lines, others: Lines): Lines {
  for (const [key, other] of others) {
    const line = some.get(key);
    if (line === undefined) some.set(key, other);
    else for (const outcome of OUTCOMES) line[outcome] += other[outcome];
  }
  return some;
}

function callsIn(lines: Lines): number {
  let sum = 0;
  for (const line of lines.values()) for (const outcome of OUTCOMES) sum += line[outcome];
  return sum;
}

function toRow({ caller, operation, ok, refused, limited, failed }: Line): object {
  return {
    ...callerColumns(caller),
    operation,
    ok_count: ok,
    refused_count: refused,
    limited_count: limited,
    failed_count: failed,
  };
}
