import type { Logger } from 'pino';
import { reasonOf } from '../kit/errors.ts';
import type { Querier } from './postgres.ts';

/** Something that is due, as the queries return it. */
export type DueRow = {
  livemode: boolean;
  operatorId: string;
  /** Whether it has failed for a day: if it fails once more, it is given up. */
  isLastTry: boolean;
};

export type RunDueDeps = {
  db: Querier;
  log: Logger;
  /** Ends the run before its next row. */
  signal?: AbortSignal | undefined;
};

type Work<Row extends DueRow> = {
  /** The name of the job in `setbacks`. */
  job: string;
  idOf(row: Row): string;
  work(row: Row): Promise<unknown>;
  /**
   * The reason of an error that means that the row is done although `work` threw: it was refused.
   */
  refusal?: string;
  /** Done before a row that has failed for a day is stored as given up. */
  giveUp?(row: Row): Promise<unknown>;
};

/**
 * Groups of rows in parallel; the rows of one operator are run one after another, in order.
 */
const AT_ONCE_MAX = 4;
/** Rows that a run has not begun by then wait for the next run, behind those that never failed. */
const RUN_MS_MAX = 30_000;

/**
 * Runs what is due. A row that fails is listed again at growing intervals, and after a day no
 * more, so that neither failing nor slow rows keep others from their turn. Returns how many were
 * dealt with; throws only when a failure could not be stored.
 */
export async function runDue<Row extends DueRow>(
  deps: RunDueDeps,
  rows: readonly Row[],
  work: Work<Row>,
): Promise<{ rows: number }> {
  const late = AbortSignal.timeout(RUN_MS_MAX);
  const groups = [...Map.groupBy(rows, groupOf).values()];
  let doneCount = 0;

  async function workGroups(): Promise<void> {
    for (let group = groups.shift(); group !== undefined; group = groups.shift())
      for (const row of group) {
        if (late.aborted || deps.signal?.aborted) return;
        if (await workRow(deps, row, work)) doneCount += 1;
      }
  }

  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE_MAX }, workGroups));
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
  return { rows: doneCount };
}

/** Separate groups for the modes, so that no test row keeps a live row waiting. */
function groupOf({ livemode, operatorId }: DueRow): string {
  return `${livemode} ${operatorId}`;
}

async function workRow<Row extends DueRow>(
  { db, log }: RunDueDeps,
  row: Row,
  { job, idOf, work, refusal, giveUp }: Work<Row>,
): Promise<boolean> {
  const id = idOf(row);
  try {
    await work(row);
    return true;
  } catch (error) {
    if (refusal !== undefined && reasonOf(error) === refusal) {
      log.warn({ err: error, job, id }, 'refused');
      return true;
    }
    const { livemode, isLastTry } = row;
    log.warn(
      { err: error, job, id },
      isLastTry ? 'failed; giving up' : 'failed; trying again later',
    );
    if (isLastTry) await giveUp?.(row);
    await db.query('setbacks_note', { job, entityId: id, livemode, givesUp: isLastTry });
    return false;
  }
}
