import { runErasures } from '../../src/parking/privacy/run-erasures.ts';
import { type Job, type JobContext, tidying } from '../job.ts';
import { sweep } from '../sweep.ts';
import { forgetSearches } from './forget-searches.ts';

/** A failure that was resolved disappears from the health check within this time. */
const FORGET_SECONDS = 15;

/** Those that are due have waited for days; those that something keeps waiting are tried again. */
const ERASE_SECONDS = 60;

/** The jobs that end how long something is kept. */
export const FORGETTING: readonly Job[] = [
  tidying('erase-persons', { everySeconds: ERASE_SECONDS }, runErasures),
  tidying('forget-setbacks', { everySeconds: FORGET_SECONDS }, ({ db }) =>
    sweep(db, 'setbacks_sweep'),
  ),
  tidying('forget-searches', { cron: '*/10 * * * *' }, forgetSearches),
  tidying('forget-deliveries', { cron: '35 * * * *' }, ({ db }) => sweep(db, 'deliveries_sweep')),
  tidying('forget-idempotency', { cron: '5 * * * *' }, forgetRepeats),
  tidying('forget-geocodes', { cron: '15 * * * *' }, ({ db }) => sweep(db, 'geocodes_sweep')),
  tidying('forget-confirmations', { cron: '45 * * * *' }, ({ db }) =>
    sweep(db, 'operator_confirmations_sweep'),
  ),
  tidying('forget-purchases', { cron: '25 * * * *' }, ({ db }) => sweep(db, 'purchases_sweep')),
  tidying('forget-processor-events', { cron: '55 * * * *' }, ({ db }) =>
    sweep(db, 'processor_events_sweep'),
  ),
];

async function forgetRepeats({ db }: JobContext): Promise<{ rows: number }> {
  const claims = await sweep(db, 'tool_calls_sweep');
  const answers = await sweep(db, 'idempotency_sweep');
  return { rows: claims.rows + answers.rows };
}
