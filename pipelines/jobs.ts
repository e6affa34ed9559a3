import type { Config } from '../src/config.ts';
import { projectSites } from '../src/demand/searches/project-sites.ts';
import { addSearchDays } from '../src/demand/searches/search-days.ts';
import { tidyHolds } from '../src/parking/holds/tidy-holds.ts';
import { noteOccupancy } from '../src/parking/lots/note-occupancy.ts';
import { tidyRates } from '../src/parking/lots/rates/apply-rates.ts';
import { followChecks } from './follow-checks.ts';
import { type BacktestRequest, backtest } from './forecasts/backtest.ts';
import { type Job, TIDY_SECONDS, tidying } from './job.ts';
import { billingJobs } from './jobs/billing-jobs.ts';
import { FORGETTING } from './jobs/forgetting.ts';
import { PAYMENT_JOBS } from './jobs/payment-jobs.ts';
import { listQuarantine, type QuarantineRequest, retryQuarantine } from './quarantine.ts';
import { rebuild } from './rebuild.ts';
import { refresh } from './refresh.ts';
import { sweep } from './sweep.ts';
import { createTimedRefresh } from './timed-refresh.ts';

/** They are not sent any more from the pause on; this only shows it in lists. */
const CANCEL_SECONDS = 15;

/** A check is followed by its lots at once; this is for lots that were being written meanwhile. */
const APPLY_CHECK_SECONDS = 15;

/** Projection sites are computed from 24 hours of searches, so 10 minutes are often enough. */
const PROJECTION_SECONDS = 600;

/** Partitions are made days ahead, so any time of the day is early enough. */
const ADD_DAYS_SECONDS = 3_600;

/** All jobs, and when each runs. */
export function timetable({
  refreshSeconds,
  listingCheck,
  ...billing
}: Pick<Config, 'refreshSeconds' | 'listingCheck' | 'planPrices' | 'stripe'>): readonly Job[] {
  const timed = createTimedRefresh();
  return [
    {
      name: 'refresh',
      when: { everySeconds: refreshSeconds },
      usesWarehouse: true,
      run: (context) => (context.asked ? timed.whole : timed.due)(context, refresh),
    },
    {
      name: 'rebuild',
      when: 'asked',
      usesWarehouse: true,
      run: (context) => timed.whole(context, rebuild),
    },
    {
      name: 'list-quarantine',
      when: 'asked',
      usesWarehouse: true,
      run: (context) => listQuarantine(context, context.asked as QuarantineRequest),
    },
    {
      name: 'retry-quarantine',
      when: 'asked',
      usesWarehouse: true,
      run: (context) => retryQuarantine(context, context.asked as QuarantineRequest),
    },
    {
      name: 'backtest',
      when: 'asked',
      usesWarehouse: true,
      run: (context) => backtest(context, context.asked as BacktestRequest),
    },
    ...PAYMENT_JOBS,
    tidying('sweep-holds', { everySeconds: TIDY_SECONDS }, tidyHolds),
    tidying('apply-rates', { everySeconds: TIDY_SECONDS }, tidyRates),
    tidying('note-occupancy', { everySeconds: TIDY_SECONDS }, ({ db }) => noteOccupancy(db)),
    tidying('apply-check', { everySeconds: APPLY_CHECK_SECONDS }, ({ db, signal }) =>
      followChecks(db, listingCheck, signal),
    ),
    tidying('project-sites', { everySeconds: PROJECTION_SECONDS }, ({ db }) => projectSites(db)),
    tidying('add-search-days', { everySeconds: ADD_DAYS_SECONDS }, ({ db }) => addSearchDays(db)),
    tidying('cancel-deliveries', { everySeconds: CANCEL_SECONDS }, ({ db }) =>
      sweep(db, 'deliveries_cancel'),
    ),
    ...FORGETTING,
    ...billingJobs(billing),
  ];
}
