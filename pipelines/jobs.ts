import { tidyHolds } from '../src/holds/tidy-holds.ts';
import { tidyRates } from '../src/lots/rates/tidy-rates.ts';
import type { PaymentGateway } from '../src/payments/gateway.ts';
import { settleRefunds } from '../src/refunds/settle-refunds.ts';
import { projectSites } from '../src/searches/project-sites.ts';
import { closeSessions } from '../src/sessions/close-sessions.ts';
import type { When } from '../src/stores/queue.ts';
import { rebuild, refresh } from './refresh.ts';
import type { RefreshContext } from './step.ts';
import { sweep } from './sweep.ts';

export type JobContext = RefreshContext & { payments: PaymentGateway };

/** Something the pipelines role does on its own time, or when it is asked. */
export type Job = {
  name: string;
  when: When;
  /** Those that do take turns; the others wait for nobody. */
  usesWarehouse: boolean;
  run(context: JobContext): Promise<object>;
};

/** What the clock has decided already is noted this soon. */
const TIDY_SECONDS = 5;

/** What was put right is shown as that soon after. */
const FORGET_SECONDS = 15;

/** Often enough for figures of a whole day. */
const PROJECTION_SECONDS = 600;

/** The whole timetable. */
export function timetable(refreshSeconds: number): readonly Job[] {
  return [
    {
      name: 'refresh',
      when: { everySeconds: refreshSeconds },
      usesWarehouse: true,
      run: refresh,
    },
    { name: 'rebuild', when: 'asked', usesWarehouse: true, run: rebuild },
    tidying('expire-sessions', { everySeconds: TIDY_SECONDS }, closeSessions),
    tidying('settle-refunds', { everySeconds: TIDY_SECONDS }, settleRefunds),
    tidying('sweep-holds', { everySeconds: TIDY_SECONDS }, tidyHolds),
    tidying('apply-rates', { everySeconds: TIDY_SECONDS }, tidyRates),
    tidying('forget-setbacks', { everySeconds: FORGET_SECONDS }, ({ db }) =>
      sweep(db, 'setbacks_sweep'),
    ),
    tidying('project-sites', { everySeconds: PROJECTION_SECONDS }, ({ db }) => projectSites(db)),
    tidying('forget-searches', { cron: '*/10 * * * *' }, ({ db }) =>
      sweep(db, 'search_callers_sweep'),
    ),
    tidying('forget-idempotency', { cron: '5 * * * *' }, ({ db }) =>
      sweep(db, 'idempotency_sweep'),
    ),
    tidying('forget-geocodes', { cron: '15 * * * *' }, ({ db }) => sweep(db, 'geocodes_sweep')),
  ];
}

function tidying(name: string, when: When, run: Job['run']): Job {
  return { name, when, usesWarehouse: false, run };
}
