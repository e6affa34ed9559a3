import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, PgBoss } from 'pg-boss';
import bossPackage from 'pg-boss/package.json' with { type: 'json' };
import type { Logger } from 'pino';
import { openQueueDatabase } from './queue-database.ts';

/** When a job runs: at an interval in seconds, by a cron line (UTC), or only when asked. */
export type When = { everySeconds: number } | { cron: string } | 'asked';

export type Queue = {
  /**
   * Runs `work` whenever the job is due or asked for, one run at a time; with what it was asked
   * with, or with undefined where it was due.
   */
  serve(name: string, when: When, work: (asked?: object) => Promise<object>): Promise<void>;
  /** Asks the process that serves the job to run it now; returns its answer, throws its error. */
  ask<Answer extends object>(name: string, timeoutMs: number, data?: object): Promise<Answer>;
  /** Takes no more jobs, and resolves once the current ones are done. */
  stop(): Promise<void>;
};

/** The version of the tables that this version of the queue works with. */
export const QUEUE_VERSION = bossPackage.pgboss.schema;

/** The database notifies of new jobs, so they begin at once; a notice may be lost. */
const POLLING = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 30 };
const ANSWER_POLL_MS = 200;
/** A rebuild of many years of stays takes much less. */
const RUN_SECONDS_MAX = 6 * 3_600;
/** A job whose process is gone fails this long after its last heartbeat. */
const HEARTBEAT_SECONDS = 60;
const KEEP_DONE_SECONDS = 3_600;
const STOP_MS_MAX = 15_000;

/** Makes the queue's tables, or brings them to the version that the queue expects. */
export async function migrateQueue(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false });
  // Without a listener, an error event would end the process. Errors that stop the migration are
  // thrown anyway.
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

/** Opens the queue of a database that was migrated. */
export async function openQueue(options: {
  connectionString: string;
  log: Logger;
}): Promise<Queue> {
  const { log } = options;
  const db = openQueueDatabase(options);
  const boss = await startBoss(db, log).catch(async (error: Error) => {
    await db.close();
    throw error;
  });
  const timers: NodeJS.Timeout[] = [];

  /** `key`: at most one job with the same key waits; sending another has no effect. */
  const send = (name: string, key: string, data: object | null) =>
    boss.send(name, data, { singletonKey: key });

  async function startTimetable(name: string, when: When): Promise<void> {
    if (when === 'asked') return;
    if ('cron' in when) return boss.schedule(name, when.cron);
    const tick = () =>
      send(name, 'tick', null).catch((error: Error) =>
        log.error({ err: error }, `${name} was not sent`),
      );
    timers.push(setInterval(tick, when.everySeconds * 1_000));
    await tick();
  }

  return {
    async serve(name, when, work) {
      await openNamed(boss, name);
      const worker = boss.work<object | null>(name, POLLING, async ([job]) => {
        // Two jobs that come at once may be noticed as one: it looks again when this one is done.
        boss.notifyWorker(await worker);
        return work(job?.data ?? undefined);
      });
      await worker;
      await startTimetable(name, when);
    },

    async ask<Answer extends object>(name: string, timeoutMs: number, data: object = {}) {
      await openNamed(boss, name);
      const id = await send(name, randomUUID(), data);
      if (id === null) throw new Error(`${name} could not be requested`);
      const late = AbortSignal.timeout(timeoutMs);
      while (!late.aborted) {
        const [job] = await boss.findJobs(name, { id });
        if (job?.state === 'completed') return job.output as Answer;
        if (job?.state === 'failed') throw new Error(messageOf(name, job.output));
        await sleep(ANSWER_POLL_MS);
      }
      throw new Error(`${name} was requested but not done within ${timeoutMs} ms`);
    },

    async stop() {
      for (const timer of timers) clearInterval(timer);
      await boss.stop({ graceful: true, timeout: STOP_MS_MAX }).finally(db.close);
    },
  };
}

async function startBoss(db: Db, log: Logger): Promise<PgBoss> {
  const boss = new PgBoss({ db, migrate: false, useListenNotify: true });
  // Without a listener, an error event would end the process.
  boss.on('error', (error) => log.error({ err: error }, 'queue error'));
  boss.on('warning', ({ message, data }) => log.warn({ data }, `queue warning: ${message}`));
  await boss.start();
  return boss;
}

async function openNamed(boss: PgBoss, name: string): Promise<void> {
  await boss.createQueue(name, {
    policy: 'short',
    retryLimit: 0,
    expireInSeconds: RUN_SECONDS_MAX,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: KEEP_DONE_SECONDS,
    notify: true,
  });
  // A queue that an older version has made does not notify yet.
  await boss.updateQueue(name, { notify: true });
}

function messageOf(name: string, output: object): string {
  return 'message' in output ? String(output.message) : `${name} failed`;
}
