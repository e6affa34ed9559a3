import type { Postgres } from '../src/stores/postgres.ts';
import type { ReadingPosition } from '../src/stores/read-on.ts';
import { noFailures } from './failures.ts';
import {
  type RefreshRecord,
  recordFailure,
  recordSuccess,
  type StepDone,
} from './record-refresh.ts';
import type { Observe, RefreshContext, Step } from './step.ts';

export type RefreshResult = {
  /** The position of the last audit row that the publication contains. */
  watermark: ReadingPosition;
  steps: StepDone[];
};

/**
 * Must be called before the drains: they then contain everything that was committed before the
 * returned instant (ISO 8601, UTC). null when the database cannot say.
 */
export async function findHorizon(db: Postgres): Promise<string | null> {
  const [found] = await db.query<{ horizon: string | null }>('horizon_find');
  return found?.horizon ?? null;
}

/**
 * Runs the steps in order. Each waits for those it needs; throws the error of the first that failed
 * once all others have run.
 */
export async function runSteps(
  all: readonly Step[],
  context: RefreshContext,
): Promise<RefreshResult> {
  const { clock, log, signal, warehouse } = context;
  const steps: StepDone[] = [];
  const horizon = await findHorizon(context.db);
  const failures = noFailures();
  let isOver = false;
  const observe: Observe = (point) => {
    isOver = true;
    context.observe(point);
    isOver = false;
  };
  for (const [i, { name, needs, run }] of all.entries()) {
    signal?.throwIfAborted();
    const needed = needs === 'all' ? all.slice(0, i).map((step) => step.name) : needs;
    if (isOver || needed.some(failures.has)) {
      failures.waiting.add(name);
      continue;
    }
    try {
      observe(`${name} begins`);
      const startedAt = clock.now();
      const rows = await run({ ...context, observe, horizon, failures });
      steps.push({ name, rows, ms: clock.now() - startedAt });
      observe(`${name} ends`);
    } catch (error) {
      signal?.throwIfAborted();
      failures.failed.set(name, error);
      log.error({ err: error, step: name }, 'a step of the refresh failed');
      isOver ||= !(await canGoOn(context));
    }
  }
  const record: RefreshRecord = { steps, horizon, failures };
  const failure = failures.first();
  if (failure !== undefined) {
    await recordFailure(context, record, failure);
    throw failure;
  }
  await recordSuccess(context, record);
  const { tx, id } = await warehouse.watermark('audit_log');
  return { watermark: { tx, id }, steps };
}

/** Whether both stores answer: without them every step would fail. */
async function canGoOn({ db, warehouse }: RefreshContext): Promise<boolean> {
  try {
    await findHorizon(db);
    await warehouse.state();
    return true;
  } catch {
    return false;
  }
}
