import { listInvoices } from '../../../src/money/invoices/list-invoices.ts';
import { defineList } from '../../reads/define-list.ts';
import { InvoiceSchema, toInvoiceShape } from './invoice-shape.ts';

export const listInvoicesOperation = defineList({
  operationId: 'listInvoices',
  path: '/api/v1/invoices',
  summary: 'List what you owe the platform, newest month first',
  description:
    'One for each calendar month (UTC) with a plan that was bought, charged answers or stays. It ' +
    'is made an hour or two after the month, and never changes. A test key has none.',
  tags: ['invoices'],
  auth: { scope: 'payouts:read' },
  rows: 'invoices',
  item: InvoiceSchema,
  list: ({ caller, page }, { db }) => listInvoices(db, caller, page),
  present: toInvoiceShape,
});
