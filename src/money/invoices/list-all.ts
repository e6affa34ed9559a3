import type { Querier } from '../../stores/postgres.ts';
import type { Invoice } from './invoice.ts';

const INVOICES_MAX = 1_000;

export type ListedInvoice = Invoice & { operatorId: string; operatorName: string };

/** Invoices of all operators, issued or not, the newest month first. */
export function listAllInvoices(
  db: Querier,
  { onlyUnpaid }: { onlyUnpaid: boolean },
): Promise<ListedInvoice[]> {
  return db.query<ListedInvoice>('invoices_list', { onlyUnpaid, rowLimit: INVOICES_MAX });
}
