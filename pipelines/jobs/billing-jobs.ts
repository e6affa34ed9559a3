import type { Config } from '../../src/config.ts';
import { issueInvoices } from '../../src/money/invoices/issue-invoices.ts';
import { openInvoices } from '../../src/money/invoices/open-invoices.ts';
import { applyPlans } from '../../src/money/plans/apply-plans.ts';
import { closeUsageMonths } from '../../src/money/usage/close-usage-months.ts';
import { type Job, TIDY_SECONDS, tidying } from '../job.ts';

/** Five minutes after a month ends, charges that began in it have long been committed. */
const CLOSE_USAGE_CRON = '5-59/10 * * * *';

/** Just after months of usage are closed; also asks the processor for what is unpaid. */
const ISSUE_INVOICES_CRON = '7-59/10 * * * *';

/** What makes the platform's own bill. */
export function billingJobs({
  planPrices: prices,
  stripe,
}: Pick<Config, 'planPrices' | 'stripe'>): readonly Job[] {
  return [
    tidying('close-usage', { cron: CLOSE_USAGE_CRON }, ({ db }) => closeUsageMonths(db)),
    tidying('apply-plans', { everySeconds: TIDY_SECONDS }, ({ db }) => applyPlans(db)),
    issuing(prices, stripe),
  ];
}

function issuing(prices: Config['planPrices'], stripe: Config['stripe']): Job {
  return tidying('issue-invoices', { cron: ISSUE_INVOICES_CRON }, async ({ db, log, signal }) => {
    const gateway = await openInvoices({ db, log, stripe });
    return issueInvoices({ db, log, signal, gateway, prices });
  });
}
