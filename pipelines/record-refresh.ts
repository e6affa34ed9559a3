import { loggableError } from '../src/stores/loggable-error.ts';
import type { Postgres } from '../src/stores/postgres.ts';
import { SOURCES } from '../src/stores/warehouse/sources.ts';
import type { Failures } from './failures.ts';
import type { RefreshContext } from './step.ts';

export type StepDone = { name: string; rows: number; ms: number };

/** What a refresh has done until now, and the instant up to which its drains read everything. */
export type RefreshRecord = {
  steps: readonly StepDone[];
  horizon: string | null;
  failures: Failures;
};

/** Writes down in PostgreSQL what a refresh did, for those who have no warehouse to look at. */
export async function recordSuccess(context: RefreshContext, record: RefreshRecord): Promise<void> {
  const { rowCount, byteCount } = await context.warehouse.size();
  await context.db.query('refresh_status_succeed', {
    durationMs: Math.round(record.steps.reduce((sum, { ms }) => sum + ms, 0)),
    steps: JSON.stringify(record.steps),
    sources: JSON.stringify(await sourcesRead(context, record)),
    warehouseRows: rowCount,
    warehouseBytes: byteCount,
  });
}

/** Writes down that nothing came since the last refresh, which had nothing to do either. */
export async function recordNothingNew(db: Postgres, horizon: string | null): Promise<void> {
  await db.query('refresh_status_rest', { readUntil: horizon });
}

/** The same for a refresh that failed. Never throws, because the failure itself is thrown. */
export async function recordFailure(
  context: RefreshContext,
  record: RefreshRecord,
  failed: unknown,
): Promise<void> {
  try {
    // The warehouse may be what failed.
    const sources = await sourcesRead(context, record).catch(() => ({}));
    await context.db.query('refresh_status_fail', {
      failure: loggableError(failed).message,
      failing: JSON.stringify(record.failures.list()),
      waiting: [...record.failures.waiting],
      sources: JSON.stringify(sources),
    });
  } catch (error) {
    context.log.warn({ err: error }, 'the failure could not be stored');
  }
}

/** Of each source that was read: its watermark, and until when it contains everything, if known. */
async function sourcesRead(
  { warehouse }: RefreshContext,
  { steps, horizon }: RefreshRecord,
): Promise<object> {
  const read: Record<string, object> = {};
  for (const { name, step } of SOURCES)
    if (steps.some((done) => done.name === step))
      read[name] = { ...(await warehouse.watermark(name)), read_until: horizon };
  return read;
}
