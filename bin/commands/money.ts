// The commands about money.
export { addInvoices } from './invoices/invoices.ts';
export { addReconcile } from './reconcile.ts';
