import type { DashboardPage } from '../dashboard-page.ts';
import { payoutAccountPage } from './account.ts';
import { invoicePage } from './invoice.ts';
import { invoicesPage } from './invoices.ts';
import { payoutPage } from './payout.ts';
import { payoutsPage } from './payouts.ts';
import { planPage } from './plan.ts';
import { reconciliationPage } from './reconciliation.ts';

/** What an operator is paid, and what it owes. */
export const moneyPages: readonly DashboardPage[] = [
  payoutsPage,
  payoutAccountPage,
  payoutPage,
  reconciliationPage,
  invoicesPage,
  invoicePage,
  planPage,
];
