import { pino } from 'pino';
import { timetable } from '../../../pipelines/jobs.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { createSimulatedGateway } from '../../../src/money/payments/simulated-gateway.ts';
import type { PaymentGateway } from '../../../src/parking/payments/gateway.ts';
import type { Postgres } from '../../../src/stores/postgres.ts';
import type { Warehouse } from '../../../src/stores/warehouse/warehouse.ts';

/** The statements that each job runs, and its calls to the processor (`capture`, `refund`). */
export const STEPS = {
  'expire-sessions': [
    'sessions_list_due',
    'sessions_month_gross',
    'session_end',
    'capture',
    'session_settle',
    'session_fail_payment',
  ],
  'settle-refunds': ['refunds_list_pending', 'refunds_list', 'refund', 'refund_settle'],
  'sweep-holds': ['holds_list_due', 'holds_release'],
  'apply-rates': ['lots_apply_rates'],
} as const;

export type JobName = keyof typeof STEPS;

export const JOBS = Object.keys(STEPS) as JobName[];

/** A completed run: how many things were dealt with, and the problems with others. */
export type Run = { rows: number; complaints: string[] };

/** Called at each point that a run passes, `before` and `after` every step. */
export type Observe = (point: string) => void;

/** An amount that the processor refuses to capture and to refund. */
export const REFUSED_MINOR = 402;

/** A tidying job must not use it. */
const NO_WAREHOUSE = new Proxy({} as Warehouse, {
  get: (_, name) => {
    throw new Error(`a tidying job asked the warehouse for ${String(name)}`);
  },
});

/**
 * Runs a job of the timetable once. A refusal of the processor is no complaint; everything the job
 * throws is one.
 */
export async function runJob(db: Postgres, name: JobName, observe: Observe): Promise<Run> {
  const job = timetable({
    refreshSeconds: 1,
    listingCheck: 'none',
    planPrices: {},
    stripe: undefined,
  }).find((one) => one.name === name);
  if (job === undefined) throw new Error(`the timetable has no ${name}`);
  const complaints: string[] = [];
  const write = (line: string) => {
    const { err } = JSON.parse(line);
    if (err.code !== 'BAD_GATEWAY') complaints.push(err.message);
  };
  const result = await job
    .run({
      db: watchedDatabase(db, observe),
      payments: watchedGateway(db, observe),
      warehouse: NO_WAREHOUSE,
      clock: systemClock,
      log: pino({ level: 'warn' }, { write }),
      observe,
      asked: {},
    })
    .catch((error: Error) => {
      complaints.push(error.message);
      return {};
    });
  return { rows: 'rows' in result ? Number(result.rows) : 0, complaints };
}

async function watched<T>(observe: Observe, step: string, work: () => Promise<T>): Promise<T> {
  observe(`before ${step}`);
  const result = await work();
  observe(`after ${step}`);
  return result;
}

function watchedDatabase(db: Postgres, observe: Observe): Postgres {
  return {
    ...db,
    query: <Row extends object>(name: string, values?: Record<string, unknown>) =>
      watched(observe, name, () => db.query<Row>(name, values)),
  };
}

function watchedGateway(db: Postgres, observe: Observe): PaymentGateway {
  const gateway = createSimulatedGateway(db);
  const refusal = { status: 'failed', failureCode: 'refused', failureMessage: 'refused' } as const;
  return {
    ...gateway,
    capture: (asked) =>
      watched(observe, 'capture', async () =>
        asked.amountMinor === REFUSED_MINOR
          ? { ...refusal, isRetryable: true }
          : gateway.capture(asked),
      ),
    refund: (asked) =>
      watched(observe, 'refund', async () =>
        asked.amountMinor === REFUSED_MINOR ? refusal : gateway.refund(asked),
      ),
  };
}
