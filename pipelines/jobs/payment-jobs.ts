import { workProcessorEvents } from '../../src/money/payments/events/work-events.ts';
import { readPayees } from '../../src/money/payments/payees/read-payees.ts';
import { reconcile } from '../../src/money/reconciliation/reconcile.ts';
import { settleRefunds } from '../../src/money/refunds/settle-refunds.ts';
import { cancelUnauthorized } from '../../src/parking/sessions/authorization/cancel-unauthorized.ts';
import { releaseIntents } from '../../src/parking/sessions/authorization/release-intents.ts';
import { closeSessions } from '../../src/parking/sessions/close-sessions.ts';
import { type Job, TIDY_SECONDS, tidying } from '../job.ts';

const OFTEN = { everySeconds: TIDY_SECONDS };

/**
 * Each day is compared once a day, from an hour after its end on; what failed is tried again an
 * hour later.
 */
const RECONCILE_CRON = '20 * * * *';

/** How often accounts that nobody has read for a day are looked for. */
const PAYEES_SECONDS = 600;

/** The jobs that ask the payment processor, or write down what it says. */
export const PAYMENT_JOBS: readonly Job[] = [
  tidying('expire-sessions', OFTEN, closeSessions),
  tidying('cancel-unauthorized', OFTEN, cancelUnauthorized),
  tidying('release-intents', OFTEN, releaseIntents),
  tidying('settle-refunds', OFTEN, settleRefunds),
  tidying('work-processor-events', OFTEN, workProcessorEvents),
  tidying('read-payees', { everySeconds: PAYEES_SECONDS }, readPayees),
  tidying('reconcile', { cron: RECONCILE_CRON }, ({ db, log, payments, signal }) =>
    reconcile({ db, log, payments, signal }),
  ),
];
