import { type Backtest, type BacktestRequest, backtest } from '../pipelines/forecasts/backtest.ts';
import {
  listQuarantine,
  type Quarantine,
  type QuarantineRequest,
  type Retried,
  retryQuarantine,
} from '../pipelines/quarantine.ts';
import { rebuild } from '../pipelines/rebuild.ts';
import { refresh, STEPS } from '../pipelines/refresh.ts';
import type { RefreshResult } from '../pipelines/run-steps.ts';
import type { RefreshContext } from '../pipelines/step.ts';
import { systemClock } from '../src/kit/clock.ts';
import { counted } from '../src/kit/text/counted.ts';
import { openWarehouse } from '../src/stores/open-warehouse.ts';
import type { Postgres } from '../src/stores/postgres.ts';
import { openQueue } from '../src/stores/queue.ts';
import { PIPELINES_LOCK } from '../src/stores/warehouse/find-status.ts';
import { checkWarehouse } from './check-warehouse.ts';
import { withDatabase } from './database.ts';
import type { Environment } from './environment.ts';
import { type Progress, progressBar } from './output.ts';
import { unlessStopped } from './stop-request.ts';

type WarehouseJob = 'refresh' | 'rebuild';

const ANSWER_MS_MAX = 6 * 3_600_000;

/** What a job does in the process that owns the warehouse, and how far it is. */
type Here<Answer> = {
  run(context: RefreshContext, progress: Progress): Promise<Answer>;
  /** Of its progress bar. */
  total: number;
  unit: string;
};

/** Drains, builds and publishes; a rebuild first makes the warehouse empty. */
export function runRefresh(job: WarehouseJob): Promise<RefreshResult> {
  return runWarehouseJob<RefreshResult>(job, inSteps(job === 'refresh' ? refresh : rebuild));
}

/** Lists rows that could not be read. */
export function runListQuarantine(asked: QuarantineRequest): Promise<Quarantine> {
  const here = { run: (context: RefreshContext) => listQuarantine(context, asked) };
  return runWarehouseJob<Quarantine>('list-quarantine', { ...here, total: 1, unit: 'list' }, asked);
}

/** Reads rows that could not be read again, and refreshes. */
export function runRetryQuarantine(asked: QuarantineRequest): Promise<Retried> {
  const here = inSteps((context) => retryQuarantine(context, asked));
  return runWarehouseJob<Retried>('retry-quarantine', here, asked);
}

/** A job that refreshes once: its progress is that of the steps. */
function inSteps<Answer>(run: (context: RefreshContext) => Promise<Answer>): Here<Answer> {
  let done = 0;
  return {
    run: (context, progress) =>
      run({
        ...context,
        observe(point) {
          if (point.endsWith(' ends')) progress.update(++done);
        },
      }),
    total: STEPS.length,
    unit: 'steps',
  };
}

/** Scores the forecasts of past days. */
export function runBacktest(asked: BacktestRequest): Promise<Backtest> {
  return runWarehouseJob<Backtest>(
    'backtest',
    {
      run: (context, progress) =>
        backtest(context, asked, {
          onLot: (done, total) => progress.update(Math.floor((100 * done) / total)),
        }),
      total: 100,
      unit: '%',
    },
    asked,
  );
}

/**
 * Runs a job on the warehouse, whose file has one owner at a time. When a pipelines role runs, asks
 * it to do the job and waits for its answer. Otherwise this process owns the file during the job.
 */
function runWarehouseJob<Answer extends object>(
  job: string,
  here: Here<Answer>,
  asked?: object,
): Promise<Answer> {
  const work = async (db: Postgres, environment: Environment) => {
    const ownership = await db.tryLock(PIPELINES_LOCK);
    if (ownership === undefined) return askPipelines<Answer>(job, db, environment, asked);
    try {
      return await runHere(job, here, db, environment);
    } finally {
      await ownership.release();
    }
  };
  return withDatabase(job, work, { rights: 'pipelines' });
}

/** Asks the running pipelines role for a job and waits until it is done. */
export async function askPipelines<Answer extends object>(
  job: string,
  db: Postgres,
  { log, signal }: Environment,
  asked?: object,
): Promise<Answer> {
  const queue = await openQueue({ connectionString: db.connectionString, log });
  try {
    return await unlessStopped(signal, queue.ask<Answer>(job, ANSWER_MS_MAX, asked));
  } finally {
    await queue.stop();
  }
}

async function runHere<Answer>(
  job: string,
  { run, total, unit }: Here<Answer>,
  db: Postgres,
  { config, log, signal }: Environment,
): Promise<Answer> {
  await checkWarehouse({ config });
  const warehouse = await openWarehouse({
    path: config.warehousePath,
    log,
    resources: config.warehouse,
  });
  const progress = progressBar(job, total, unit);
  const context = { db, warehouse, clock: systemClock, log, signal, observe: () => undefined };
  try {
    return await run(context, progress);
  } finally {
    progress.done();
    await warehouse.close();
  }
}

/** Describes what a job did: one line for each step, and how far the publication goes. */
export function describeRefresh({ steps, watermark }: RefreshResult): string[] {
  return [
    ...steps.map(
      ({ name, rows, ms }) => `${name.padEnd(20)} ${counted(rows, 'row')}, ${Math.round(ms)} ms`,
    ),
    `Everything up to audit row ${watermark.tx}/${watermark.id} is published.`,
  ];
}
