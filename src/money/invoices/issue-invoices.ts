import { newId } from '../../access/ids.ts';
import { PLANS, planCents } from '../../access/plans/plan-prices.ts';
import type { PlanPrices } from '../../kit/plan-prices.ts';
import { type DueRow, type RunDueDeps, runDue } from '../../stores/run-due.ts';
import { SETTLING_SECONDS } from '../payouts/payout.ts';
import { applyPlans } from '../plans/apply-plans.ts';
import { monthName } from '../usage/month.ts';
import type { InvoiceGateway } from './invoice-gateway.ts';
import { settleInvoice } from './settle-invoice.ts';

/** Of each kind of work in one run. */
const ROWS_PER_RUN_MAX = 500;

type Deps = RunDueDeps & { gateway: InvoiceGateway; prices: PlanPrices };
type Unbilled = DueRow & { fromAt: Date };

/**
 * Makes the invoices of closed months, gives them to the processor and asks whether open ones are
 * paid. What a crash left halfway goes on in the next run: the month waits for its invoice until
 * both change in one statement, and the processor has one invoice for each id. A month or invoice
 * that fails is tried again at growing intervals, and does not keep others from their turn. Returns
 * how many were dealt with.
 */
export async function issueInvoices(deps: Deps): Promise<{ rows: number }> {
  const { db, prices } = deps;
  // A month must not count a plan that ended with the month before.
  await applyPlans(db);
  const unbilled = await db.query<Unbilled>('invoices_list_unbilled', {
    settlingSeconds: SETTLING_SECONDS,
    rowLimit: ROWS_PER_RUN_MAX,
  });
  const drafted = await runDue(deps, unbilled, {
    job: 'issue-invoices',
    idOf: ({ operatorId, fromAt }) => `${operatorId} ${monthName(fromAt)}`,
    work: ({ operatorId, fromAt }) =>
      db.query('invoice_draft', {
        operatorId,
        fromAt,
        invoiceId: newId('inv'),
        plans: PLANS,
        prices: PLANS.map((plan) => planCents(prices, plan)),
      }),
  });
  const unsettled = await db.query<DueRow & { invoiceId: string }>('invoices_list_unsettled', {
    rowLimit: ROWS_PER_RUN_MAX,
  });
  const settled = await runDue(deps, unsettled, {
    job: 'settle-invoices',
    idOf: ({ invoiceId }) => invoiceId,
    work: ({ invoiceId }) => settleInvoice(deps, invoiceId),
  });
  return { rows: drafted.rows + settled.rows };
}
