import type { Logger } from 'pino';

/** Collects rows and writes many with one statement, while a request waits or after it. */
type BatchWriter<Row> = {
  /**
   * Takes a row to be written soon. While the buffer is full, rows are dropped: the log says so
   * once, and how many they were as soon as there is room again.
   */
  add(row: Row): void;
  /** Resolves once the row is in the database; rejects if its batch could not be written. */
  addAndWait(row: Row): Promise<void>;
  /** Writes all rows that are still in memory, then resolves. */
  close(): Promise<void>;
};

type Entry<Row> = { row: Row; done?: () => void; failed?: (error: unknown) => void };

/**
 * A row waits at most `maxDelayMs` (0: only while the batch before it is being written, so a single
 * row is written at once and many share statements). Batches are written one after another, each of
 * at most `maxRows`. At most `maxBuffered` rows wait; further rows are refused: `add` drops them,
 * `addAndWait` rejects.
 */
export function createBatchWriter<Row>(options: {
  name: string;
  write: (rows: Row[]) => Promise<void>;
  maxRows: number;
  maxDelayMs: number;
  maxBuffered: number;
  log: Logger;
}): BatchWriter<Row> {
  let waiting: Entry<Row>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let droppedCount = 0;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, options.maxRows);
      waiting = waiting.slice(options.maxRows);
      await writeBatch(batch);
    }
    writing = undefined;
    if (droppedCount > 0)
      options.log.error({ droppedCount }, `${options.name}: buffer has room again`);
    droppedCount = 0;
  }

  async function writeBatch(batch: Entry<Row>[]): Promise<void> {
    try {
      await options.write(batch.map((entry) => entry.row));
      for (const entry of batch) entry.done?.();
    } catch (error) {
      const unawaitedCount = batch.filter((entry) => entry.failed === undefined).length;
      if (unawaitedCount > 0)
        options.log.error({ err: error, unawaitedCount }, `${options.name}: rows lost`);
      for (const entry of batch) entry.failed?.(error);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0) writing ??= drain();
    return writing ?? Promise.resolve();
  }

  function push(entry: Entry<Row>): boolean {
    if (waiting.length >= options.maxBuffered) return false;
    waiting.push(entry);
    if (options.maxDelayMs === 0 || waiting.length >= options.maxRows) void flush();
    else if (writing === undefined) timer ??= setTimeout(flush, options.maxDelayMs);
    return true;
  }

  return {
    add(row) {
      if (push({ row })) return;
      if (droppedCount === 0) options.log.error(`${options.name}: buffer full, dropping rows`);
      droppedCount += 1;
    },
    addAndWait: (row) =>
      new Promise((done, failed) => {
        if (!push({ row, done, failed })) failed(new Error(`${options.name}: buffer full`));
      }),
    async close() {
      await flush();
    },
  };
}
