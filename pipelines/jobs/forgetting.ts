import { runErasures } from '../../src/parking/privacy/run-erasures.ts';
import { type Job, tidying } from '../job.ts';
import { sweep, sweepAll } from '../sweep.ts';
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
  tidying('forget-idempotency', { cron: '5 * * * *' }, ({ db }) =>
    sweepAll(db, ['tool_calls_sweep', 'idempotency_sweep']),
  ),
  tidying('forget-calls', { cron: '10 * * * *' }, ({ db }) =>
    sweepAll(db, ['call_counts_sweep', 'call_refusals_sweep']),
  ),
  tidying('forget-geocodes', { cron: '15 * * * *' }, ({ db }) => sweep(db, 'geocodes_sweep')),
  tidying('forget-confirmations', { cron: '45 * * * *' }, ({ db }) =>
    sweep(db, 'operator_confirmations_sweep'),
  ),
  tidying('forget-sign-ins', { cron: '50 * * * *' }, ({ db }) =>
    sweepAll(db, [
      'invitations_sweep',
      'sign_ins_sweep',
      'sign_in_attempts_sweep',
      'sign_up_links_sweep',
      'email_changes_sweep',
      'passkey_challenges_sweep',
      'known_devices_sweep',
      'people_sweep',
    ]),
  ),
  tidying('forget-purchases', { cron: '25 * * * *' }, ({ db }) => sweep(db, 'purchases_sweep')),
  tidying('forget-authorisations', { cron: '50 3 * * *' }, ({ db }) =>
    sweep(db, 'oauth_payloads_sweep'),
  ),
  tidying('forget-processor-events', { cron: '55 * * * *' }, ({ db }) =>
    sweep(db, 'processor_events_sweep'),
  ),
];
