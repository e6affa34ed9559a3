import type { Operation } from '../operation.ts';
import { invoiceOperations } from './invoices/operations.ts';
import { getOverviewOperation } from './overview/get.ts';
import { paymentOperations } from './payments/operations.ts';
import { payoutOperations } from './payouts/operations.ts';
import { planOperations } from './plans/operations.ts';
import { reconciliationOperations } from './reconciliation/operations.ts';
import { listPendingRefundsOperation } from './refunds/pending/list.ts';

/** What an operator is paid, and what it owes. */
export const moneyOperations: readonly Operation[] = [
  getOverviewOperation,
  ...payoutOperations,
  ...reconciliationOperations,
  listPendingRefundsOperation,
  ...paymentOperations,
  ...planOperations,
  ...invoiceOperations,
];
