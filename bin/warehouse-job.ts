import { dirname, sep } from 'node:path';
import { type RefreshResult, rebuild, refresh, STEPS } from '../pipelines/refresh.ts';
import { PIPELINES_LOCK } from '../pipelines/worker.ts';
import { systemClock } from '../src/clock.ts';
import { counted } from '../src/counted.ts';
import { openWarehouse } from '../src/stores/open-warehouse.ts';
import type { Postgres } from '../src/stores/postgres.ts';
import { openQueue } from '../src/stores/queue.ts';
import { type Environment, withDatabase } from './database.ts';
import { progressBar } from './output.ts';
import { unlessStopped } from './stop-request.ts';
import { checkWritable } from './writable.ts';

export type WarehouseJob = 'refresh' | 'rebuild';

const JOBS = { refresh, rebuild };
const ANSWER_MS_MAX = 6 * 3_600_000;

/**
 * Runs a job on the warehouse, whose file has one owner at a time. When a pipelines role runs, asks
 * it to do the job and waits for its answer. Otherwise this process owns the file during the job.
 */
export function runWarehouseJob(job: WarehouseJob): Promise<RefreshResult> {
  const work = async (db: Postgres, environment: Environment) => {
    const ownership = await db.tryLock(PIPELINES_LOCK);
    if (ownership === undefined) return askPipelines(job, db, environment);
    try {
      return await runHere(job, db, environment);
    } finally {
      await ownership.release();
    }
  };
  return withDatabase(job, work, 'pipelines');
}

/** Throws ConfigError naming the variable when the directory of the file cannot be written. */
export async function checkWarehouse({ config }: Pick<Environment, 'config'>): Promise<void> {
  const isInDataDir = config.warehousePath.startsWith(`${config.dataDir}${sep}`);
  const variable = isInDataDir ? 'HEXLOT_DATA_DIR' : 'HEXLOT_WAREHOUSE_URL';
  await checkWritable(variable, dirname(config.warehousePath));
}

/** Asks the running pipelines role for a job and waits until it is done. */
export async function askPipelines(
  job: WarehouseJob,
  db: Postgres,
  { log, signal }: Environment,
): Promise<RefreshResult> {
  const queue = await openQueue({ connectionString: db.connectionString, log });
  try {
    return await unlessStopped(signal, queue.ask<RefreshResult>(job, ANSWER_MS_MAX));
  } finally {
    await queue.stop();
  }
}

async function runHere(
  job: WarehouseJob,
  db: Postgres,
  { config, log, signal }: Environment,
): Promise<RefreshResult> {
  await checkWarehouse({ config });
  const warehouse = await openWarehouse({ path: config.warehousePath, log });
  const progress = progressBar(job, STEPS.length, 'steps');
  let done = 0;
  try {
    return await JOBS[job]({
      db,
      warehouse,
      clock: systemClock,
      log,
      signal,
      observe(point) {
        if (point.endsWith(' ends')) progress.update(++done);
      },
    });
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
