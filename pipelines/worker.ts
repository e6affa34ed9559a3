import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { oneAtATime } from '../src/kit/pool/one-at-a-time.ts';
import type { Services } from '../src/services/open-services.ts';
import { openWarehouse } from '../src/stores/open-warehouse.ts';
import { openQueue } from '../src/stores/queue.ts';
import { PIPELINES_LOCK } from '../src/stores/warehouse/find-status.ts';
import type { Job, JobContext } from './job.ts';
import { timetable } from './jobs.ts';

/** The services that the pipelines use. They never look a place up. */
type PipelinesServices = Omit<Services, 'geocoder'>;

/** The time during which the process holds the lock. `signal` is aborted when it must end. */
type Term = { signal: AbortSignal; end(): Promise<void> };

const LOCK_RETRY_MS = 1_000;

/**
 * Runs the timetable while this process owns the warehouse, and waits while another process owns
 * it. When the connection that holds the lock is lost, closes the file and tries to take the lock
 * again. Rejects when the first start fails. `stop` resolves after the current step has ended.
 */
export async function runPipelines(
  services: PipelinesServices,
): Promise<{ stop(): Promise<void> }> {
  const { log } = services;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isLogged = false;

  async function tryTerm(): Promise<Term | undefined> {
    const begun = await startTerm(services, signal, (holders) => {
      if (!isLogged) log.info(`waiting for the warehouse, which is owned by ${holders}`);
      isLogged = true;
    });
    if (begun !== undefined) isLogged = false;
    return begun;
  }

  let term = await tryTerm();

  async function serveTerms(): Promise<void> {
    for (;;) {
      if (term === undefined) await sleep(LOCK_RETRY_MS, undefined, { signal }).catch(() => {});
      else
        await serveTerm(term).catch((error: Error) =>
          log.error({ err: error }, 'pipelines did not shut down cleanly'),
        );
      if (signal.aborted) return;
      term = await tryTerm().catch((error: Error) => {
        log.error({ err: error }, 'the pipelines could not start');
        return undefined;
      });
    }
  }

  const served = serveTerms();
  return {
    async stop() {
      stopping.abort();
      await served;
    },
  };
}

async function serveTerm({ signal, end }: Term): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
  await end();
}

/**
 * Takes the lock, opens the warehouse and starts the timetable. undefined when another process
 * holds the lock; `onHeld` is then told which.
 */
async function startTerm(
  services: PipelinesServices,
  stopping: AbortSignal,
  onHeld: (holders: string) => void,
): Promise<Term | undefined> {
  const lost = new AbortController();
  const lock = await services.db.tryLock(PIPELINES_LOCK, { onEnd: () => lost.abort(), onHeld });
  if (lock === undefined) return undefined;
  const signal = AbortSignal.any([stopping, lost.signal]);
  try {
    const stop = await serveTimetable(services, signal);
    return { signal, end: () => stop().finally(lock.release) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function serveTimetable(
  { config, db, log, clock, payments }: PipelinesServices,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const warehouse = await openWarehouse({
    path: config.warehousePath,
    log,
    resources: config.warehouse,
  });
  try {
    const queue = await openQueue({ connectionString: db.connectionString, log });
    const observe = (point: string) => log.debug({ point }, 'refresh');
    const context = { db, warehouse, clock, log, observe, signal, payments };
    const oneByOne = oneAtATime();
    for (const job of timetable(config)) {
      const work = (asked?: object) => runJob(job, { ...context, asked });
      const serve = job.usesWarehouse ? (asked?: object) => oneByOne(() => work(asked)) : work;
      await queue.serve(job.name, job.when, serve);
    }
    return () => queue.stop().finally(warehouse.close);
  } catch (error) {
    await warehouse.close();
    throw error;
  }
}

async function runJob(job: Job, context: JobContext): Promise<object> {
  try {
    return await job.run(context);
  } catch (error) {
    if (context.signal?.aborted) context.log.info(`${job.name} ends early`);
    else context.log.error({ err: error }, `${job.name} failed`);
    throw error;
  }
}
